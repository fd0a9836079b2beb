-- The connection of the page that rings. The ring ends once this connection is gone, although the device has others.
alter table im_call add column ring_connection_id text;
