-- Units have a list of their own.
create index member_by_kind on member (kind, id desc);
