-- Several meetings are open at once; the annual conference is the one shown when no meeting is named.
alter table meeting add column kind text not null default 'event'
  constraint meeting_kind_known check (kind in ('annual', 'event'));
update meeting set kind = 'annual' where title like '%年会%';

-- Published meetings are listed by their start.
drop index meeting_newest;
create index meeting_open_by_start on meeting (starts_at, id) where state = 'open';
