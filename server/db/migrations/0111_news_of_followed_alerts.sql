-- New texts of a claimed alert: how many the follower has looked at (0 after a hand-over), since when there are others,
-- the notices of them to the follower, and those to the ranks of the roster when the follower does not look.
alter table crisis_alert add column seen_hits integer not null default 0;
alter table crisis_alert add column unseen_since timestamptz;
alter table crisis_alert add column news_sent_at timestamptz;
alter table crisis_alert add column unseen_calls smallint not null default 0;
alter table crisis_alert add column unseen_called_at timestamptz;
update crisis_alert set seen_hits = hits where state <> 'open';
create index crisis_alert_unseen on crisis_alert (unseen_since) where state = 'taken' and unseen_since is not null;
