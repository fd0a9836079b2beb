// The shape of a common question.

/**
 * `words`: other wordings. `isUrgent`: comes before other texts, because a person may need protection. `isOnly`: shown
 * alone, because no other text of this site answers such a question. `isByMark`: one synonym of the title is enough to
 * choose it, because people ask in words that the site does not use. `firstWords`: synonyms by which the question comes
 * before the page of a counsellor whom the visitor names. `pattern`: a matching question asks for this one. No other
 * text is then shown, except urgent ones. `hasArticles`: articles are shown behind it.
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
  pattern?: RegExp
  hasArticles?: true
}
