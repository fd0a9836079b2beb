-- A client id names one message of a team, whichever member sends it. Only messages of teams have a running count.
-- Not unique, because earlier versions stored the same id of several members.
create index im_message_by_team_client on im_message (conversation_id, id_client) where readable is not null;
