-- Letters of options that stay in their place while the others are shuffled, such as "all of the above".
alter table exam_question_version add column fixed_options text not null default '';
