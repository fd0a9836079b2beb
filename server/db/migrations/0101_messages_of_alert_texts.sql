-- A text that an alert keeps of a message names the message by its client id, because it is stored before the message.
alter table crisis_text add column id_client text;
