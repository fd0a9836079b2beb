-- Moderators look for a question by words of its title. Chinese has no spaces to cut at: a title is indexed by its
-- characters and its pairs of neighbours, and whatever holds those of a word is compared with it once more.
create function text_grams(words text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct substr(words, at, long)), '{}')
  from generate_series(1, length(words)) as at cross join (values (1), (2)) as of (long)
);

create index question_title_grams on question using gin (text_grams(title));
