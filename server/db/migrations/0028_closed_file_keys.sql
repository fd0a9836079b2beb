-- Keys of file addresses whose device has logged out before they expire (`until`, milliseconds).
create table im_closed_file_key (
  login bigint not null,
  until bigint not null,
  primary key (login, until)
);
create index im_closed_file_key_by_end on im_closed_file_key (until);
