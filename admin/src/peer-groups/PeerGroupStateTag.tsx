// The state of a peer group as a coloured tag.
import { peerGroupStates, type PeerGroupState } from '@xinqiao/contract/peer-groups.ts'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'

const tones: Record<PeerGroupState, Tone> = {
  proposed: 'warm',
  draft: 'calm',
  open: 'good',
  closed: 'warm',
  dissolved: 'calm',
}

export const PeerGroupStateTag = ({ state }: { state: PeerGroupState }) => (
  <ToneTag tone={tones[state]}>{peerGroupStates[state]}</ToneTag>
)
