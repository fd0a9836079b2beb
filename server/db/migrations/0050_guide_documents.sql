-- Search words of the published articles and answered questions, for the guide of the site (decision 028). The texts
-- themselves are always read from their tables, so that an outdated row shows nothing.
create table guide_document (
  kind text not null constraint guide_document_kind_known check (kind in ('article', 'question')),
  source_id bigint not null,
  -- identifies the state of the source that the words were read from
  mark text not null,
  title_terms text[] not null,
  -- of title and text
  terms text[] not null,
  constraint guide_document_pkey primary key (kind, source_id)
);
create index guide_document_terms on guide_document using gin (terms);
create index guide_document_title_terms on guide_document using gin (title_terms);
