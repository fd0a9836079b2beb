// Recoveries of lost second factors: requested by one administrator, confirmed by another.
import { App, Button, type TableColumnsType } from 'antd'
import { recoveryStates } from '@xinqiao/contract/factors.ts'
import type { FactorRecovery } from '@xinqiao/contract/http/accounts/factors.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

type DecideRecovery = (recovery: FactorRecovery, isConfirmed: boolean) => void

const tones = { asked: 'warm', confirmed: 'good', refused: 'calm' } as const

function RecoveryActions({ recovery, decide }: { recovery: FactorRecovery; decide: DecideRecovery }) {
  if (recovery.state !== 'asked') return <>{recovery.decidedBy}</>
  return (
    <div className="row-actions">
      {recovery.mayConfirm && (
        <Button type="link" aria-label={`确认恢复：${recovery.username}`} onClick={() => decide(recovery, true)}>
          确认恢复
        </Button>
      )}
      <Button type="link" aria-label={`不同意：${recovery.username}`} onClick={() => decide(recovery, false)}>
        {recovery.mayConfirm ? '不同意' : '撤回'}
      </Button>
    </div>
  )
}

const createRecoveryColumns = (decide: DecideRecovery): TableColumnsType<FactorRecovery> => [
  {
    title: '账号',
    key: 'account',
    render: (_, { username, nickName }) => (
      <>
        <strong>{username}</strong> {nickName !== username && nickName}
      </>
    ),
  },
  { title: '如何核实', dataIndex: 'reason', width: 300 },
  { title: '申请人', dataIndex: 'requestedBy', width: 120 },
  {
    title: '申请时间',
    key: 'asked',
    width: 160,
    className: 'nowrap',
    render: (_, { askTime }) => formatMinuteOrDash(askTime),
  },
  {
    title: '状态',
    key: 'state',
    width: 100,
    render: (_, { state }) => <ToneTag tone={tones[state]}>{recoveryStates[state]}</ToneTag>,
  },
  {
    title: '处理',
    key: 'actions',
    width: 200,
    render: (_, recovery) => <RecoveryActions recovery={recovery} decide={decide} />,
  },
]

export function RecoveriesPage() {
  const { chosen, page } = useListAddress()
  const { modal, message } = App.useApp()
  const query = { page, size: pageSize, state: chosen('state', recoveryStates) }
  const loaded = useApi('GET /admin/factorRecoveries', query)
  const decide: DecideRecovery = ({ id, username }, isConfirmed) =>
    void modal.confirm({
      title: isConfirmed ? `确认恢复“${username}”的两步验证吗？` : `不恢复“${username}”的两步验证吗？`,
      content: isConfirmed
        ? '请再次向本人核实身份。确认后，原有的通行密钥、动态验证码和恢复码全部失效。'
        : '原有的验证方式仍然有效。',
      okText: isConfirmed ? '确认恢复' : '不恢复',
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('POST /admin/factorRecovery/decide', { id, isConfirmed })
          message.success(isConfirmed ? '已恢复' : '已处理')
          loaded.reload()
        } catch (reason) {
          message.error(errorMessageOf(reason))
        }
      },
    })
  return (
    <>
      <ScreenHead title="恢复两步验证" lead="一位管理员申请，另一位确认" />
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={recoveryStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={createRecoveryColumns(decide)}
        renderCard={(recovery) => (
          <>
            <strong>{recovery.username}</strong>
            <div className="cards-facts">
              <ToneTag tone={tones[recovery.state]}>{recoveryStates[recovery.state]}</ToneTag>
              <span>{recovery.nickName}</span>
              <span>{`申请人：${recovery.requestedBy}`}</span>
              <span>{formatMinuteOrDash(recovery.askTime)}</span>
              <span>{recovery.reason}</span>
            </div>
            <RecoveryActions recovery={recovery} decide={decide} />
          </>
        )}
        empty={<EmptyList message="没有恢复申请。账号丢失验证设备时，在“用户”中找到该账号提交申请。" />}
        unit="件申请"
        minWidth={1000}
      />
    </>
  )
}
