// Tags of the states of applications and memberships.
import {
  applicationStates,
  memberStates,
  type ApplicationState,
  type MemberState,
} from '@xinqiao/contract/membership.ts'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'

const applicationTones: Record<ApplicationState, Tone> = {
  draft: 'calm',
  submitted: 'warm',
  returned: 'calm',
  rejected: 'bad',
  approved: 'good',
  joined: 'good',
  withdrawn: 'calm',
}
const memberTones: Record<MemberState, Tone> = {
  active: 'good',
  grace: 'warm',
  lapsed: 'bad',
  left: 'calm',
}

export const ApplicationTag = ({ state }: { state: ApplicationState }) => (
  <ToneTag tone={applicationTones[state]}>{applicationStates[state]}</ToneTag>
)
export const MemberTag = ({ state }: { state: MemberState }) => (
  <ToneTag tone={memberTones[state]}>{memberStates[state]}</ToneTag>
)
export const WarningTag = ({ count }: { count: number }) =>
  count > 0 ? <ToneTag tone="warm">{count}处需核对</ToneTag> : null
export const OverdueTag = () => <ToneTag tone="bad">已超期</ToneTag>
