-- The picture of the association's seal on receipts of dues.
create table receipt_seal (
  only_row boolean primary key default true constraint receipt_seal_only_one check (only_row),
  key text not null references private_file
);
