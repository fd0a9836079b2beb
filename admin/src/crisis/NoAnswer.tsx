// Next steps when the writer of an alert does not answer: the emergency contact, and the emergency numbers.
import { PhoneOutlined } from '@ant-design/icons'
import { helplines, type HelplineNumber } from '@xinqiao/contract/crisis.ts'
import type { EmergencyContact } from '@xinqiao/contract/http/crisis/alert-model.ts'

const numbers = ['120', '110', '12356'] as const satisfies readonly HelplineNumber[]

/** @param contact undefined until staff have opened it with a reason; null if the writer named no contact */
export const NoAnswer = ({ contact }: { contact: EmergencyContact | null | undefined }) => (
  <section className="panel" aria-labelledby="care-no-answer">
    <h2 id="care-no-answer">打不通电话时</h2>
    <ol className="crisis-steps">
      <li>隔几分钟再打一次本人的手机，并发短信说明您是协会的值班人员。</li>
      <li>
        {contact === undefined && '联系紧急联系人：写信人在预约咨询时留过的，与手机号一起打开。'}
        {contact === null && '写信人没有留下紧急联系人。'}
        {contact && (
          <>
            联系{contact.isGuardian ? '监护人' : '紧急联系人'}：{contact.name}{' '}
            <a className="crisis-contact" href={`tel:${contact.phone}`}>
              {contact.phone}
            </a>
            <span className="hint">（{contact.writtenOn}预约时填写）</span>
          </>
        )}
      </li>
      <li>本人已受伤或服药，打120；有计划或行动而联系不上，打110，说明手机号和最后的表达，请警方找人。</li>
      <li>拿不准怎么做时打12356，请热线的咨询员一起判断；每一步都写进跟进记录。</li>
    </ol>
    <p className="crisis-calls">
      {numbers.map((number) => (
        <a key={number} href={`tel:${number}`}>
          <PhoneOutlined aria-hidden />
          {number}
          {helplines[number]}
        </a>
      ))}
    </p>
  </section>
)
