// State, level, times and phone number of an alert.
import type { Ref } from 'react'
import { alertOutcomes, crisisLevelTable, helplines } from '@xinqiao/contract/crisis.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ExerciseTag, AlertLevelTag, AlertStateTag, NewsTag } from './alert-rows.tsx'
import { formatDuration } from './format-duration.ts'

export type CrisisAlertDetail = EndpointOutput<Contract, 'GET /admin/care/alert'>

type AlertFactsProps = {
  alert: CrisisAlertDetail
  /** The full number, once staff have opened it with a reason. */
  phone: string | null
  phoneLine: Ref<HTMLSpanElement>
  ref: Ref<HTMLElement>
}

const explainMissingPhone = ({ appName }: CrisisAlertDetail) =>
  appName === null ? '匿名提问，未显示' : '本站没有；请联系该网站的负责人'

export const AlertFacts = ({ alert, phone, phoneLine, ref }: AlertFactsProps) => (
  <section ref={ref} className="panel" tabIndex={-1} aria-labelledby="care-facts">
    <h2 id="care-facts">基本情况</h2>
    <dl className="crisis-facts">
      <dt>状态</dt>
      <dd>
        <AlertStateTag alert={alert} />
        {alert.isDrill && <ExerciseTag />}
        <NewsTag alert={alert} />
        {alert.takenBy && <span>由{alert.takenBy}跟进</span>}
      </dd>
      <dt>程度</dt>
      <dd>
        <AlertLevelTag alert={alert} />
      </dd>
      <dt>首次提醒</dt>
      <dd>
        {formatMinuteOrDash(alert.createTime)}
        <span className="hint">
          {alert.state === 'open' ? '已等' : '等待'}
          {formatDuration(alert.waitedSeconds)}
        </span>
      </dd>
      <dt>最近一条</dt>
      <dd>{formatMinuteOrDash(alert.messageTime)}</dd>
      {alert.followUpOn && (
        <>
          <dt>下次回访</dt>
          <dd>{alert.followUpOn}</dd>
        </>
      )}
      {alert.appName !== null && (
        <>
          <dt>来自</dt>
          <dd>{alert.appName}的账号</dd>
        </>
      )}
      <dt>手机号</dt>
      <dd>
        <span ref={phoneLine} tabIndex={-1}>
          {phone ? <a href={`tel:${phone}`}>{phone}</a> : alert.writerPhone || explainMissingPhone(alert)}
        </span>
      </dd>
      {alert.outcome && (
        <>
          <dt>处理结果</dt>
          <dd>{alertOutcomes[alert.outcome]}</dd>
        </>
      )}
    </dl>
    {alert.state !== 'closed' && (
      <p className="hint crisis-urgent">
        写信人看到的求助电话：
        {crisisLevelTable[alert.level].numbers.map((number) => `${number}${helplines[number]}`).join('、')}。
      </p>
    )}
  </section>
)
