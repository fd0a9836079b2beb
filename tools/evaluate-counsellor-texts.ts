// `node tools/evaluate-counsellor-texts.ts`: the crisis detector on texts of counsellors, which the site does not check
// (docs/crisis/README.md). They are the answers and chat messages of the demo content, and the counsellor's protocol.
import { questions } from '../server/db/seed/questions.ts'
import { readScripts } from '../server/db/seed/conversations.ts'
import { protocols } from '../portal/src/crisis/protocol.ts'
import { evaluate, type LabelledLine } from './crisis/evaluate.ts'
import { print } from './crisis/print.ts'
import { bareOnly } from './crisis/wraps.ts'

const createCalmLines = (kind: string, texts: readonly string[]): LabelledLine[] =>
  texts.map((text) => ({ isCrisis: false, severity: '-', kind, title: '', text, before: [] }))

const lines = [
  ...createCalmLines(
    'answer',
    questions.flatMap(({ answers }) => answers.map(([, text]) => text)),
  ),
  ...createCalmLines(
    'chat message',
    readScripts().flatMap((script) =>
      script.lines.filter(([from, text]) => from === 'doctor' && text !== '@picture').map(([, text]) => text),
    ),
  ),
  ...createCalmLines('protocol', [
    ...new Set(Object.values(protocols).flatMap(({ ask, say, avoid }) => [...ask, ...say, ...avoid])),
  ]),
]
for (const wrap of bareOnly) print(evaluate(lines, wrap), true)
