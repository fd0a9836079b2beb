-- The record of security events only grows, like the audit log, and each entry is bound to the one before it. It is
-- written by one function, which takes its number and its digest under one lock, since nobody is in a transaction here.

create function security_event_digest(previous bytea, event security_event) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    (extract(epoch from event.at) * 1000)::bigint, event.kind, event.account_id, event.ip, event.request_id, event.detail
  )::text, 'UTF8'))
$$;

alter table security_event add column previous_hash bytea, add column hash bytea;

do $$
declare
  event security_event;
  previous bytea := decode(repeat('00', 32), 'hex');
  own bytea;
begin
  for event in select * from security_event order by id loop
    update security_event set at = date_trunc('milliseconds', at) where id = event.id returning * into event;
    own := security_event_digest(previous, event);
    update security_event set previous_hash = previous, hash = own where id = event.id;
    previous := own;
  end loop;
end
$$;
alter table security_event alter column previous_hash set not null, alter column hash set not null;

create function write_security_event(
  new_kind text, new_account bigint, new_ip text, new_request text, new_detail jsonb
) returns void language plpgsql as $$
declare
  event security_event;
begin
  perform pg_advisory_xact_lock(2026112103);
  event.id := nextval(pg_get_serial_sequence('security_event', 'id'));
  event.at := date_trunc('milliseconds', clock_timestamp());
  event.kind := new_kind;
  event.account_id := new_account;
  event.ip := new_ip;
  event.request_id := new_request;
  event.detail := new_detail;
  select coalesce((select hash from security_event order by id desc limit 1), decode(repeat('00', 32), 'hex'))
    into event.previous_hash;
  event.hash := security_event_digest(event.previous_hash, event);
  insert into security_event overriding system value select event.*;
end
$$;

create function refuse_security_change() returns trigger language plpgsql as $$
begin
  raise exception 'security_event only grows';
end
$$;
create trigger security_event_only_grows before update or delete on security_event
  for each row execute function refuse_security_change();
-- an empty one may be emptied: that is how a backup comes into an empty installation
create function refuse_security_emptying() returns trigger language plpgsql as $$
begin
  if exists (select 1 from security_event) then
    raise exception 'security_event only grows';
  end if;
  return null;
end
$$;
create trigger security_event_not_emptied before truncate on security_event
  for each statement execute function refuse_security_emptying();

-- looked through newest first: all of them, or those of a kind, an account, an address, a request
drop index security_event_by_account;
create index security_event_by_account on security_event (account_id, id desc);
create index security_event_by_kind on security_event (kind, id desc);
create index security_event_by_ip on security_event (ip, id desc);
create index security_event_by_request on security_event (request_id, id desc);
