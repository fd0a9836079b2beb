// Questions of a scale and the outcome. A thought of self-harm shows help at once, before the result.
import { type FormEvent, useRef, useState } from 'react'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { useHydrated } from '@xinqiao/ui/use-hydrated.ts'
import { chinaToday } from '../frame/format-time.ts'
import { deleteResults, saveResult, readResults, type SavedResult } from './saved-results.ts'
import { choices, isInDanger, scales, scoreAnswers, type SelfTestScale } from './scales.ts'

const DangerCard = () => (
  <div role="alert" className="mt-4 rounded-card border border-help-line bg-warm-tint px-5 py-5 text-warm-ink">
    <p className="text-lg font-bold">您不必一个人扛，现在就可以得到帮助</p>
    <p className="mt-1">
      请拨打全国统一心理援助热线12356，与人说说现在的感受；如果可能马上伤害自己，请立即拨打110或120，并让身边的人陪着您。
    </p>
    <div className="mt-4 flex flex-wrap gap-3">
      <ButtonLink href="tel:12356" look="accent">
        拨打12356
      </ButtonLink>
      <ButtonLink href="tel:120" look="ghost">
        拨打120
      </ButtonLink>
    </div>
  </div>
)

type ScaleItemProps = {
  index: number
  text: string
  isMissing: boolean
  chosen: number | undefined
  onChoose: (value: number) => void
}
const ScaleItem = ({ index, text, isMissing, chosen, onChoose }: ScaleItemProps) => (
  <fieldset className="border-t border-line pt-5">
    <legend className="float-left mb-3 w-full text-lg leading-8 font-semibold text-ink">
      {index + 1}. {text}
    </legend>
    <div className="clear-both grid gap-2 sm:grid-cols-4">
      {choices.map((label, value) => (
        <label
          key={label}
          className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-control px-4 text-ink has-checked:border-brand has-checked:bg-tint"
        >
          <input
            type="radio"
            name={`item-${index}`}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            data-invalid={isMissing ? '' : undefined}
            aria-describedby={isMissing ? `item-${index}-error` : undefined}
            className="size-4.5 shrink-0 accent-brand"
          />
          {label}
        </label>
      ))}
    </div>
    {isMissing && (
      <p id={`item-${index}-error`} className="mt-2 text-sm text-danger">
        请选择一项
      </p>
    )}
  </fieldset>
)

function ResultView({
  scale,
  answers,
  onAgain,
}: {
  scale: SelfTestScale
  answers: readonly number[]
  onAgain: () => void
}) {
  const { sum, outcome } = scoreAnswers(scale, answers)
  const [results, setResults] = useState<SavedResult[]>(() => readResults(scale))
  const [isSaved, setIsSaved] = useState(false)
  return (
    <Card as="section" labelledBy="result-title" className="p-5 sm:p-8">
      <h2
        id="result-title"
        tabIndex={-1}
        ref={(heading) => heading?.focus()}
        className="text-2xl font-bold text-ink outline-none"
      >
        {outcome.label}
      </h2>
      <p className="mt-1 text-muted">
        合计{sum}分（0–{scale.items.length * 3}分）
      </p>
      <p className="mt-4 text-lg">{outcome.meaning}</p>
      <h3 className="mt-6 text-lg font-bold text-ink">接下来可以这样做</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        {outcome.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <div className="mt-6">
        <Notice>自评只反映最近两周的感受，不能代替专业人员的判断。如果您感到痛苦，不论得分多少都值得求助。</Notice>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="tel:12356" look="accent">
          拨打12356
        </ButtonLink>
        <ButtonLink href={`${routes.learning}?tagId=4`} look="ghost">
          阅读科普文章
        </ButtonLink>
        <Button look="ghost" onClick={onAgain}>
          再做一次
        </Button>
        {!isSaved && (
          <Button
            look="plain"
            onClick={() => {
              setResults(saveResult(scale, { day: chinaToday(), sum, label: outcome.label }))
              setIsSaved(true)
            }}
          >
            把结果保存在这台设备上
          </Button>
        )}
      </div>
      {results.length > 0 && (
        <>
          <h3 className="mt-8 text-lg font-bold text-ink">保存在这台设备上的结果</h3>
          <ul className="mt-2 grid gap-1">
            {results.map((result, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- two results of one day may be equal, and the order never changes
              <li key={i} className="tabular-nums">
                {result.day}　{result.sum}分　{result.label}
              </li>
            ))}
          </ul>
          <Button
            look="plain"
            className="mt-2"
            onClick={() => {
              deleteResults(scale)
              setResults([])
              setIsSaved(false)
            }}
          >
            全部删除
          </Button>
        </>
      )}
    </Card>
  )
}

export function Screen({ tab }: { tab: number }) {
  const scale = scales[tab - 1]!
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const [answers, setAnswers] = useState<ReadonlyMap<number, number>>(new Map())
  const [isSubmitted, setSubmitted] = useState(false)
  const [isDone, setDone] = useState(false)
  const isMissing = (index: number) => isSubmitted && !answers.has(index)
  const needsHelp = isInDanger(scale, (item) => answers.get(item))

  const count = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const missing = scale.items.findIndex((_item, index) => !answers.has(index))
    if (missing < 0) return setDone(true)
    form.current?.querySelector<HTMLInputElement>(`[name=item-${missing}]`)?.focus()
  }
  if (isDone) {
    return (
      <>
        {needsHelp && <DangerCard />}
        <div className="mt-4">
          <ResultView
            scale={scale}
            answers={scale.items.map((_item, index) => answers.get(index) ?? 0)}
            onAgain={() => {
              setAnswers(new Map())
              setSubmitted(false)
              setDone(false)
            }}
          />
        </div>
      </>
    )
  }
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-xl font-bold text-ink">{scale.title}</h2>
      <p className="mt-1 text-muted">{scale.about}最近两周，您有多少时间受到以下问题的困扰？</p>
      <form ref={form} onSubmit={count} noValidate className="mt-6 grid gap-6">
        {scale.items.map((text, index) => (
          <div key={text}>
            <ScaleItem
              index={index}
              text={text}
              isMissing={isMissing(index)}
              chosen={answers.get(index)}
              onChoose={(value) => setAnswers((before) => new Map(before).set(index, value))}
            />
            {index === scale.danger?.item && needsHelp && <DangerCard />}
          </div>
        ))}
        <Button type="submit" disabled={!isHydrated} className="justify-self-start px-10">
          查看结果
        </Button>
      </form>
    </Card>
  )
}
