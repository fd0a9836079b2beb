// Members of a group that accounts created, by their names in it: mute, end a mute, remove.
import { App, type TableColumnsType } from 'antd'
import type { AccountGroupMember } from '@xinqiao/contract/http/account-groups.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonButton } from '../kit/forms/ReasonButton.tsx'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { muteLabels, unmuteLabels } from '../peer-groups/mute-labels.ts'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { EmptyList } from '../kit/states.tsx'

const maxKeyLength = 64
const roleNames: Record<AccountGroupMember['role'], string> = { owner: '组长', manager: '管理员', normal: '' }
const removeLabels = { ok: '移出', label: '移出原因', note: '对方会收到通知，并看到这个原因。', isDanger: true }

export function AccountGroupMembers({ id, onChange }: { id: number; onChange: () => void }) {
  const { message } = App.useApp()
  const { page, key } = useListAddress(maxKeyLength)
  const loaded = useApi('GET /admin/accountGroup/members', { id, page, size: pageSize, key })
  const renderActions = ({ id: memberId, name, role, isMuted }: AccountGroupMember) => {
    const mute = isMuted ? unmuteLabels : muteLabels
    return (
      <div className="button-row">
        <ReasonButton
          isSmall
          name={isMuted ? `解除${name}的禁言` : `禁言${name}`}
          title={`${mute.ok}：${name}`}
          labels={mute}
          onConfirm={async (reason) => {
            await api('POST /admin/accountGroup/muteMember', { id, memberId, isMuted: !isMuted, reason })
            message.success(isMuted ? '已解除禁言' : '已禁言')
            loaded.reload()
          }}
        />
        {role !== 'owner' && (
          <ReasonButton
            isSmall
            name={`移出${name}`}
            title={`移出${name}`}
            labels={removeLabels}
            onConfirm={async (reason) => {
              await api('POST /admin/accountGroup/removeMember', { id, memberId, reason })
              message.success('已移出')
              loaded.reload()
              onChange()
            }}
          />
        )}
      </div>
    )
  }
  const renderTags = ({ role, isMuted }: AccountGroupMember) => (
    <>
      {role !== 'normal' && <ToneTag tone="calm">{roleNames[role]}</ToneTag>}
      {isMuted && <ToneTag tone="bad">已禁言</ToneTag>}
    </>
  )
  const columns: TableColumnsType<AccountGroupMember> = [
    { title: '组内名字', dataIndex: 'name' },
    { title: '状态', key: 'state', width: 180, render: (_, member) => renderTags(member) },
    {
      title: '加入时间',
      key: 'time',
      width: 160,
      className: 'nowrap',
      render: (_, member) => formatMinuteOrDash(member.joinTime),
    },
    { title: '操作', key: 'actions', width: 200, render: (_, member) => renderActions(member) },
  ]
  return (
    <section className="panel">
      <h2>成员</h2>
      <search className="filters">
        <FilterSearch label="按名字查找成员" placeholder="组内名字" limit={maxKeyLength} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(member) => (
          <>
            <strong>{member.name}</strong>
            <div className="cards-facts">
              {renderTags(member)}
              <span>加入于 {formatMinuteOrDash(member.joinTime)}</span>
            </div>
            {renderActions(member)}
          </>
        )}
        empty={<EmptyList message={key ? '没有叫这个名字的成员' : '没有成员'} />}
        unit="个成员"
        minWidth={680}
      />
    </section>
  )
}
