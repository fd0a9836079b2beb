// Tests of banners, the floating ad and the settings of the site.
import { describe, expect, test } from 'vitest'
import type { RequestInput } from '../../../test/api-requests.ts'
import { useArticles, createPhoto } from '../../../test/steps/article-steps.ts'

const articles = useArticles()
const { server, editor } = articles

describe('banners, floating ad and settings', () => {
  test('shows banners and the floating ad as soon as they are enabled', async () => {
    const { data: picture } = await articles.upload('POST /admin/picture', 'a.jpg', await createPhoto())
    const banner = {
      kind: 'head',
      title: '年会',
      subtitle: '',
      link: '/learning/index',
      pictureKey: picture.key,
      position: 1,
      enabled: false,
    }
    const { data: made } = await server().requestAs(editor, 'POST /admin/banner', banner)
    expect((await server().request('GET /psychologyArticle/listHeadBanner')).data).toEqual([])
    await server().requestAs(editor, 'PUT /admin/banner', { ...banner, id: made.id, enabled: true })
    expect((await server().request('GET /psychologyArticle/listHeadBanner')).data).toMatchObject([
      { id: made.id, bannerPic: picture.src },
    ])
    expect((await server().request('GET /psychologyArticle/listSmallBanner')).data).toEqual([])
    const bad = await server().requestAs(editor, 'POST /admin/banner', { ...banner, link: 'javascript:alert(1)' })
    expect(bad.fields.link).toBe('链接须以 / 或 https:// 开头')
    expect((await server().request('GET /site/floatingAd')).data).toBe(null)
    await server().requestAs(editor, 'PUT /admin/floatingAd', {
      enabled: true,
      title: '公告',
      link: '/',
      pictureKey: picture.key,
    })
    expect((await server().request('GET /site/floatingAd')).data).toMatchObject({ title: '公告' })
    expect((await server().requestAs(editor, 'DELETE /admin/banner', { id: made.id })).status).toBe(200)
  })

  test('lets only administrators change settings', async () => {
    const admin = await server().enter('administrator')
    const { data: settings } = await server().request('GET /site/settings')
    const changed = { ...settings, icp: '某ICP备1号' }
    expect((await server().requestAs(editor, 'PUT /admin/site', changed)).status).toBe(403)
    await server().requestAs(admin, 'PUT /admin/site', changed)
    expect((await server().request('GET /site/settings')).data.icp).toBe('某ICP备1号')
  })

  test('requires existing pictures as codes of mini-program and official account', async () => {
    const admin = await server().enter('administrator')
    const saveSite = (changes: RequestInput<'PUT /admin/site'>) => server().requestAs(admin, 'PUT /admin/site', changes)
    const { data: settings } = await server().request('GET /site/settings')
    expect(settings).toMatchObject({ miniProgram: null, officialAccount: null })
    const { data: picture } = await articles.upload('POST /admin/picture', '小程序码.jpg', await createPhoto())
    expect((await saveSite({ ...settings, miniProgramKey: picture.key })).data.miniProgram).toEqual(picture)
    expect((await server().request('GET /site/settings')).data).toMatchObject({
      miniProgram: picture,
      officialAccount: null,
    })
    const wrong = await saveSite({ ...settings, officialAccountKey: 'gone' })
    expect([wrong.status, wrong.fields]).toEqual([400, { officialAccountKey: '图片不存在，请重新上传' }])
  })
})
