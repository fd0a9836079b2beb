-- A deleted article leaves its attachments behind without one, so that their files are found and removed.
alter table attachment drop constraint attachment_article_id_fkey;
alter table attachment add foreign key (article_id) references article on delete set null;
create index picture_by_age on picture (created_at);
