-- True for a question whose text raised a crisis alert. Only moderators see it, and it cannot be published.
alter table lecture_question add column has_danger boolean not null default false;
