// Moves an application before its first review to another branch or to the secretariat.
import { App, Select } from 'antd'
import type { StaffApplication } from '@xinqiao/contract/http/membership/applications.ts'
import { useAction } from '../kit/api/hooks.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

type BranchFieldProps = { application: StaffApplication; onMoved: () => void }

export function BranchField({ application: { id, version, branch }, onMoved }: BranchFieldProps) {
  const { message } = App.useApp()
  const { data: branches } = useApi('GET /admin/memberBranches', {})
  const [move, busy] = useAction(async (chosen: number) => {
    await api('POST /admin/memberApplication/branch', { id, version, ...(chosen > 0 && { branchId: chosen }) })
    message.success('已转交')
    onMoved()
  })
  if (!branches || branches.length === 0) return null
  return (
    <p className="member-tags">
      <span>转由</span>
      <Select
        aria-label="转由哪个分支机构初审"
        className="member-branch"
        virtual={false}
        loading={busy}
        value={branches.find(({ name }) => name === branch)?.id ?? 0}
        options={[{ value: 0, label: '秘书处' }, ...branches.map((item) => ({ value: item.id, label: item.name }))]}
        onChange={(chosen) => void move(chosen)}
      />
      <span>初审</span>
    </p>
  )
}
