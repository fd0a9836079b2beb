-- The guide of the site as staff set it: its welcome, their common questions, and built-in ones that it leaves out.
create table guide_settings (
  is_only boolean not null default true,
  welcome text not null default '',
  constraint guide_settings_pkey primary key (is_only),
  constraint guide_settings_only check (is_only),
  constraint guide_settings_welcome_length check (char_length(welcome) <= 300)
);
insert into guide_settings default values;

create table guide_question (
  id bigint not null generated always as identity,
  question text not null,
  wordings text[] not null default '{}',
  answer text not null,
  url text not null default '',
  is_on boolean not null default true,
  version integer not null default 1,
  constraint guide_question_pkey primary key (id),
  constraint guide_question_unique unique (question),
  constraint guide_question_length check (char_length(question) between 1 and 60),
  -- each wording has at most 60 characters, and the contract checks each
  constraint guide_question_wordings_length check (
    cardinality(wordings) <= 10 and char_length(array_to_string(wordings, '')) <= 600
  ),
  constraint guide_question_answer_length check (char_length(answer) between 1 and 500),
  constraint guide_question_url_length check (char_length(url) <= 500)
);

create table guide_hidden_question (
  title text not null,
  constraint guide_hidden_question_pkey primary key (title),
  constraint guide_hidden_question_length check (char_length(title) between 1 and 60)
);
