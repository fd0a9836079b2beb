// The floating advertisement of the home page, which staff edit and switch on or off.
import { Alert, App, Button, Form, Input, Switch } from 'antd'
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'
import type { FloatingAdSettings } from '@xinqiao/contract/http/articles/site.ts'
import { focusFirstError, useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { PictureField } from '../pictures/PictureField.tsx'
import { api } from '../kit/api/api.ts'
import { linkRule } from '../site/link-rule.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './floating-ad.css'

type FloatingAdFields = { enabled: boolean; title: string; link: string; pictureKey: Picture | null }
const toFormFields = ({ enabled, title, link, picture }: FloatingAdSettings): FloatingAdFields => ({
  enabled,
  title,
  link,
  pictureKey: picture,
})

function AdPreview({ ad }: { ad: Partial<FloatingAdFields> }) {
  return (
    <section className="panel ad-preview" aria-label="预览">
      <h2>预览</h2>
      <div className="ad-stage" data-off={!ad.enabled}>
        {ad.pictureKey ? (
          <div className="ad-box">
            <img src={ad.pictureKey.src} alt={ad.title ?? ''} />
            <span aria-hidden>×</span>
          </div>
        ) : (
          <p className="hint">上传图片后可在这里看到效果</p>
        )}
      </div>
      <p className="hint">
        {ad.enabled ? '飘窗在首页缓慢移动，鼠标移上去会停住，访客可以关闭。' : '飘窗已停用，首页不显示。'}
      </p>
    </section>
  )
}

function AdForm({ settings }: { settings: FloatingAdSettings }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<FloatingAdFields>()
  const guard = useFormGuard()
  const now = Form.useWatch([], form) as FloatingAdFields | undefined
  const [save, busy] = useFormAction(form, async ({ pictureKey, ...fields }: FloatingAdFields) => {
    const ad = { ...fields, link: fields.link?.trim() ?? '', pictureKey: pictureKey?.key ?? null }
    form.setFieldsValue(toFormFields(await api('PUT /admin/floatingAd', ad)))
    guard.settle()
    message.success('保存成功')
  })
  return (
    <div className="ad-columns">
      <Form
        form={form}
        layout="vertical"
        className="panel"
        initialValues={toFormFields(settings)}
        onValuesChange={guard.touch}
        onFinish={save}
        onFinishFailed={focusFirstError(form)}
      >
        <Form.Item name="enabled" label="在首页显示" valuePropName="checked">
          <Switch checkedChildren="启用" unCheckedChildren="停用" />
        </Form.Item>
        <Form.Item name="title" label="标题" rules={requiredTextRules('请输入标题')}>
          <Input maxLength={60} showCount placeholder="也用作图片的文字说明" />
        </Form.Item>
        <Form.Item name="link" label="点击后打开" rules={[linkRule]}>
          <Input inputMode="url" maxLength={500} placeholder="不填则打开学术年会页面" />
        </Form.Item>
        <Form.Item
          name="pictureKey"
          label="图片"
          dependencies={['enabled']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, picture: Picture | null) => {
                if (getFieldValue('enabled') && !picture) throw new Error('请上传图片')
              },
            }),
          ]}
        >
          <PictureField ratio="4 / 3" hint="建议尺寸 400×300，JPG、PNG、WebP，不超过15MB" alt="飘窗图片" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          保存
        </Button>
      </Form>
      <AdPreview ad={now ?? toFormFields(settings)} />
    </div>
  )
}

export function FloatingAdPage() {
  const { data, error, reload } = useApi('GET /admin/floatingAd', {})
  return (
    <>
      <ScreenHead title="飘窗" lead="首页上缓慢移动的小窗，适合会议通知等短期信息" />
      {error && <LoadFailed message={error} onRetry={reload} />}
      {!error && !data && <LoadingView />}
      {!error && data && <AdForm settings={data} />}
      <Alert
        className="ad-note"
        type="info"
        showIcon
        title="访客的系统设置为“减少动态效果”时，飘窗会静止在页面一角。"
      />
    </>
  )
}
