// The two carousels of the home page: the wide head banner and the small one.
import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Segmented, Switch, Tag } from 'antd'
import { useState } from 'react'
import type { Banner } from '@xinqiao/contract/http/articles/site.ts'
import { errorMessageOf, useAction } from '../kit/api/hooks.ts'
import { navigate, useRouterLocation } from '../kit/navigation/router.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { BannerDialog } from './BannerDialog.tsx'
import { toBannerDraft, bannerKinds, type BannerKind } from './banner-kinds.ts'
import './banners.css'

const compareByPosition = (a: Banner, b: Banner) => a.position - b.position || a.id - b.id

function BannerCard(props: { banner: Banner; onEdit: () => void; onChanged: () => void }) {
  const { banner, onEdit, onChanged } = props
  const { modal, message } = App.useApp()
  const [toggle, busy] = useAction(async (enabled: boolean) => {
    await api('PUT /admin/banner', { ...toBannerDraft(banner), enabled, id: banner.id })
    message.success(enabled ? '已启用' : '已停用')
    onChanged()
  })
  const removeBanner = () =>
    modal.confirm({
      title: '删除这张轮播图吗？',
      content: `“${banner.title}”将从首页消失，无法恢复。只是暂时不用时，可以改为停用。`,
      okText: '删除',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('DELETE /admin/banner', { id: banner.id })
          message.success('删除成功')
        } catch (error) {
          message.error(errorMessageOf(error))
        }
        onChanged()
      },
    })

  return (
    <li className="banner-card" data-off={!banner.enabled}>
      <img
        src={banner.picture.src}
        alt={banner.title}
        width={banner.picture.width}
        height={banner.picture.height}
        style={{ aspectRatio: bannerKinds[banner.kind].ratio }}
        loading="lazy"
      />
      <div className="banner-text">
        <h2>
          {banner.title}
          {!banner.enabled && <Tag>已停用</Tag>}
        </h2>
        {banner.subtitle && <p>{banner.subtitle}</p>}
        <p className="hint">
          排序 {banner.position} · {banner.link ? `链接 ${banner.link}` : '无链接'}
        </p>
        <div className="banner-actions">
          <Switch
            checked={banner.enabled}
            loading={busy}
            onChange={toggle}
            aria-label={`在首页显示“${banner.title}”`}
            checkedChildren="启用"
            unCheckedChildren="停用"
          />
          <Button size="small" aria-label={`编辑“${banner.title}”`} onClick={onEdit}>
            编辑
          </Button>
          <Button size="small" danger aria-label={`删除“${banner.title}”`} onClick={removeBanner}>
            删除
          </Button>
        </div>
      </div>
    </li>
  )
}

export function BannersPage() {
  const { params } = useRouterLocation()
  const kind: BannerKind = params.get('kind') === 'small' ? 'small' : 'head'
  const { data, error, reload } = useApi('GET /admin/banners', {})
  const [editedBanner, setEditedBanner] = useState<Banner | 'new' | null>(null)
  const list = (data ?? []).filter((banner) => banner.kind === kind).sort(compareByPosition)
  const nextPosition = Math.min(9999, (list.at(-1)?.position ?? 0) + 10)
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditedBanner('new')}>
      新建{bannerKinds[kind].title}
    </Button>
  )

  return (
    <>
      <ScreenHead title="轮播图" lead="首页顶部的头图与栏目旁的小图，按排序从小到大播放">
        {add}
      </ScreenHead>
      <div className="filters">
        <Segmented
          aria-label="轮播图位置"
          value={kind}
          onChange={(next) => navigate(next === 'head' ? '/banners' : '/banners?kind=small')}
          options={[
            { value: 'head', label: '头图' },
            { value: 'small', label: '小图' },
          ]}
        />
      </div>
      {error && <LoadFailed message={error} onRetry={reload} />}
      {!error && !data && <LoadingView />}
      {!error && data && list.length === 0 && (
        <div className="panel">
          <EmptyList message={`还没有${bannerKinds[kind].title}`}>{add}</EmptyList>
        </div>
      )}
      {!error && (
        <ul className="banner-list" data-kind={kind}>
          {list.map((banner) => (
            <BannerCard key={banner.id} banner={banner} onEdit={() => setEditedBanner(banner)} onChanged={reload} />
          ))}
        </ul>
      )}
      <BannerDialog
        banner={editedBanner === 'new' ? null : editedBanner}
        kind={kind}
        nextPosition={nextPosition}
        isOpen={editedBanner !== null}
        onClose={() => setEditedBanner(null)}
        onSaved={() => {
          setEditedBanner(null)
          reload()
        }}
      />
    </>
  )
}
