// The line of a ringing call that says before the answer what the other side learns.
import { useEffect, useState } from 'react'
import type { IceConfiguration } from '@xinqiao/contract/http/calls.ts'
import { api } from '../../session/api.ts'

export function RingNote() {
  const [policy, setPolicy] = useState<IceConfiguration['policy'] | null>(null)
  useEffect(() => {
    void api('GET /call/policy', {}).then(
      (reply) => setPolicy(reply.policy),
      () => setPolicy('all'),
    )
  }, [])
  return <small>不录音、不录像{policy === 'all' && '；对方可能看到您的网络地址'}</small>
}
