// Tags of the states of applications and memberships.
import { Tag } from 'antd'
import {
  applicationStates,
  memberStates,
  type ApplicationState,
  type MemberState,
} from '@xinqiao/contract/membership.ts'

const tones = {
  grave: ['var(--color-danger-ink)', 'var(--color-danger-tint)'],
  warm: ['var(--color-warm-ink)', 'var(--color-warm-tint)'],
  calm: ['var(--color-brand-deep)', 'var(--color-tint-strong)'],
  quiet: ['var(--color-subtle)', 'var(--color-chip)'],
} as const
const tagStyleOf = (tone: keyof typeof tones) => ({
  color: tones[tone][0],
  background: tones[tone][1],
  border: 0,
  margin: 0,
})

const applicationTones: Record<ApplicationState, keyof typeof tones> = {
  draft: 'quiet',
  submitted: 'warm',
  returned: 'quiet',
  rejected: 'grave',
  approved: 'calm',
  joined: 'calm',
  withdrawn: 'quiet',
}
const memberTones: Record<MemberState, keyof typeof tones> = {
  active: 'calm',
  grace: 'warm',
  lapsed: 'grave',
  left: 'quiet',
}

export const ApplicationTag = ({ state }: { state: ApplicationState }) => (
  <Tag style={tagStyleOf(applicationTones[state])}>{applicationStates[state]}</Tag>
)
export const MemberTag = ({ state }: { state: MemberState }) => (
  <Tag style={tagStyleOf(memberTones[state])}>{memberStates[state]}</Tag>
)
export const WarningTag = ({ count }: { count: number }) =>
  count > 0 ? <Tag style={tagStyleOf('warm')}>{count}处需核对</Tag> : null
export const LateTag = () => <Tag style={tagStyleOf('grave')}>已超期</Tag>

export const formatMinute = (time: string | null) => time?.slice(0, 16) ?? '—'
export const formatYuan = (cents: number) => (cents / 100).toFixed(2)
export const termTitle = (months: number) => (months % 12 === 0 ? `${months / 12}年` : `${months}个月`)
