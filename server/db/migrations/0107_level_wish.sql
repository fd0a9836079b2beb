-- The level that a member would rather renew at, until the secretariat has answered.
alter table member
  add column wished_level_id smallint references member_level,
  add column wished_at timestamptz,
  add constraint member_wish_with_time check ((wished_level_id is null) = (wished_at is null));
create index member_by_wish on member (id desc) where wished_level_id is not null;
