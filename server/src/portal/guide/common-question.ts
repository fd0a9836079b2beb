// The shape of a common question.

/**
 * `words`: other ways to ask. `isUrgent`: comes before other texts, because a person may need protection. `isOnly`: no
 * other text is shown beside it, because the question is for no text of this site. `isByMark`: one synonym of the title
 * is enough to choose it, because people ask this in words that the site does not use. `firstWords`: if the question
 * has one of these synonyms, it comes before the page of a counsellor whom the question names.
 */
export type CommonQuestion = {
  title: string
  words: string
  text: string
  url: string
  isUrgent?: true
  isOnly?: true
  isByMark?: true
  firstWords?: string
}
