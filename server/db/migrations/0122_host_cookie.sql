-- Under https the session cookie is called __Host-token. Sessions from before keep the old name until they are used once.
alter table session add column is_host_bound boolean not null default false;
alter table session alter column is_host_bound set default true;
