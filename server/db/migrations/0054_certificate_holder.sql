-- The staff find a certificate by its holder's whole name.
create index certificate_by_holder on certificate (holder, id desc);
