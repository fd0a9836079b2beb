// Listing in the public directory: a separate consent, and a short self-description.
import { useState } from 'react'
import type { ConsentText } from '@xinqiao/contract/http/consents.ts'
import type { OwnMember } from '@xinqiao/contract/http/membership/own.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { useAction } from '../forms/use-action.ts'

type DirectoryCardProps = { member: OwnMember; onChanged: () => Promise<void> }

export function DirectoryCard({ member, onChanged }: DirectoryCardProps) {
  const [consent, setConsent] = useState<ConsentText | null>(null)
  const [introduction, setIntroduction] = useState(member.introduction)
  const [open, isOpening] = useAction(async () => setConsent(await api('GET /consent/text', { purpose: 'directory' })))
  const [save, isSaving] = useAction(async () => {
    if (!consent) return
    await api('POST /membership/directory', { version: consent.version, hash: consent.hash, introduction })
    showToast('修改成功')
    setConsent(null)
    await onChanged()
  })
  const [quit, isQuitting] = useAction(async () => {
    await api('POST /consent/withdraw', { purpose: 'directory' })
    showToast('已退出会员名录')
    await onChanged()
  })
  return (
    <Card as="section" labelledBy="directory">
      <BlockHeading id="directory">会员名录</BlockHeading>
      <p className="mt-3">
        {member.inDirectory ? '您的姓名、单位和简介正在' : '您还没有加入'}
        <a href={routes.directory} className="mx-1 text-brand-deep underline underline-offset-4">
          会员名录
        </a>
        {member.inDirectory ? '中公开展示。' : '。加入后，同行可以看到您的姓名、单位和简介，不展示联系方式。'}
      </p>
      {member.inDirectory && member.introduction && <p className="mt-1 text-muted">简介：{member.introduction}</p>}
      {consent ? (
        <form
          className="mt-4 grid max-w-2xl gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          {!consent.isAgreed && (
            <div className="rounded-card bg-page p-4 text-sm">
              <h3 className="font-semibold text-ink">{consent.title}</h3>
              {consent.sections.map(({ heading, text }) => (
                <p key={heading} className="mt-1.5">
                  <strong className="text-ink">{heading}：</strong>
                  {text}
                </p>
              ))}
            </div>
          )}
          <Field
            name="introduction"
            label="简介"
            maxLength={200}
            value={introduction}
            onChange={({ target }) => setIntroduction(target.value)}
            hint="如专业方向、服务人群，200字以内，可以不填"
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isSaving} busyText="正在保存…">
              {consent.isAgreed ? '保存' : '同意并加入名录'}
            </Button>
            <Button look="ghost" onClick={() => setConsent(null)}>
              取消
            </Button>
          </div>
        </form>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button look="ghost" busy={isOpening} onClick={open}>
            {member.inDirectory ? '修改简介' : '加入名录'}
          </Button>
          {member.inDirectory && (
            <Button look="plain" busy={isQuitting} busyText="正在退出…" onClick={quit}>
              退出名录
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
