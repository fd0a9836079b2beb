-- The primary keys read these lists as well.
drop index member_for_staff;
drop index member_application_for_staff;
