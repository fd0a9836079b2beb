// Settings of the site's footer and header: name, address, filing numbers, friendly links.
import { App, Button, Form, Input } from 'antd'
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'
import type { SiteSettings, SiteSettingsWithPictures } from '@xinqiao/contract/http/articles/site.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { focusFirstError, useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { PictureField } from '../pictures/PictureField.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { LinksField } from './LinksField.tsx'
import './site.css'

/**
 * The fields of the two codes hold pictures. They keep the wire's names, so that the server's errors appear at them.
 */
type SiteFields = Omit<SiteSettings, 'miniProgramKey' | 'officialAccountKey'> & {
  miniProgramKey: Picture | null
  officialAccountKey: Picture | null
}
const toFormFields = ({ miniProgram, officialAccount, ...settings }: SiteSettingsWithPictures): SiteFields => ({
  ...settings,
  miniProgramKey: miniProgram,
  officialAccountKey: officialAccount,
})
const toSettings = ({ miniProgramKey, officialAccountKey, ...fields }: SiteFields): SiteSettings => ({
  ...fields,
  links: (fields.links ?? []).map(({ title, url }) => ({ title: title.trim(), url: url.trim() })),
  miniProgramKey: miniProgramKey?.key ?? null,
  officialAccountKey: officialAccountKey?.key ?? null,
})

function SiteForm({ settings }: { settings: SiteSettingsWithPictures }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<SiteFields>()
  const guard = useFormGuard()
  const [save, busy] = useFormAction(form, async (fields: SiteFields) => {
    form.setFieldsValue(toFormFields(await api('PUT /admin/site', toSettings(fields))))
    guard.settle()
    message.success('保存成功')
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={toFormFields(settings)}
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
      scrollToFirstError={false}
    >
      <section className="panel">
        <h2>基本信息</h2>
        <div className="site-pair">
          <Form.Item name="name" label="站点名称" rules={requiredTextRules('请输入站点名称')}>
            <Input maxLength={40} showCount />
          </Form.Item>
          <Form.Item name="englishName" label="英文名称">
            <Input maxLength={80} showCount />
          </Form.Item>
        </div>
        <Form.Item name="description" label="站点简介" extra="显示在搜索结果和分享卡片里">
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </section>
      <section className="panel">
        <h2>页脚联系方式</h2>
        <div className="site-pair">
          <Form.Item name="address" label="地址">
            <Input maxLength={100} autoComplete="street-address" />
          </Form.Item>
          <Form.Item name="postcode" label="邮政编码">
            <Input maxLength={10} inputMode="numeric" />
          </Form.Item>
          <Form.Item name="phone" label="联系电话">
            <Input maxLength={40} inputMode="tel" />
          </Form.Item>
          <Form.Item name="email" label="电子邮箱" rules={[{ type: 'email', message: '请输入正确的邮箱地址' }]}>
            <Input maxLength={100} inputMode="email" />
          </Form.Item>
        </div>
      </section>
      <section className="panel">
        <h2>页脚二维码</h2>
        <div className="site-pair site-codes">
          <Form.Item name="miniProgramKey" label="小程序码">
            <PictureField ratio="1 / 1" alt="小程序码" hint="未上传时，页脚显示本站网址的二维码" />
          </Form.Item>
          <Form.Item name="officialAccountKey" label="公众号二维码">
            <PictureField ratio="1 / 1" alt="公众号二维码" hint="未上传时，页脚显示本站网址的二维码" />
          </Form.Item>
        </div>
      </section>
      <section className="panel">
        <h2>备案信息</h2>
        <div className="site-pair">
          <Form.Item name="icp" label="ICP 备案号" extra="填写后页脚会链接到工信部备案网站">
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="police" label="公安备案号">
            <Input maxLength={60} />
          </Form.Item>
        </div>
      </section>
      <section className="panel">
        <h2>友情链接</h2>
        <LinksField />
      </section>
      <div className="site-save">
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          保存
        </Button>
        <span className="hint" aria-live="polite">
          {guard.isDirty ? '有未保存的修改' : ''}
        </span>
      </div>
    </Form>
  )
}

export function SitePage() {
  const { data, error, reload } = useApi('GET /site/settings', {})
  return (
    <>
      <ScreenHead title="站点信息" lead="页脚、备案号与友情链接，保存后立即生效" />
      {error && <LoadFailed message={error} onRetry={reload} />}
      {!error && !data && <LoadingView />}
      {!error && data && <SiteForm settings={data} />}
    </>
  )
}
