-- The client in the waiting room who has opened the microphone can be called.
alter table booking_presence add is_client_ready boolean not null default false;
