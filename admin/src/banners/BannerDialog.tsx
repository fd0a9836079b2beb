// Creates or edits one banner.
import { App, Form, Input, InputNumber, Switch } from 'antd'
import { useEffect } from 'react'
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'
import type { Banner } from '@xinqiao/contract/http/articles/site.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { PictureField } from '../pictures/PictureField.tsx'
import { linkRule } from '../site/link-rule.ts'
import { api } from '../kit/api/api.ts'
import { bannerKinds, type BannerKind } from './banner-kinds.ts'

type BannerFields = {
  title: string
  subtitle: string
  link: string
  pictureKey: Picture | null
  position: number
  enabled: boolean
}

export function BannerDialog(props: {
  banner: Banner | null
  kind: BannerKind
  nextPosition: number
  isOpen: boolean
  onClose: () => void
  onSaved: () => void
}) {
  const { banner, kind, nextPosition, isOpen } = props
  const { message } = App.useApp()
  const [form] = Form.useForm<BannerFields>()
  const { title, ratio, hint } = bannerKinds[kind]

  useEffect(() => {
    if (!isOpen) return
    form.resetFields()
    form.setFieldsValue(
      banner
        ? { ...banner, pictureKey: banner.picture }
        : { title: '', subtitle: '', link: '', pictureKey: null, position: nextPosition, enabled: true },
    )
    // oxlint-disable-next-line react/exhaustive-deps -- only opening fills the form: a reloaded list must not reset the input
  }, [isOpen])

  const [save, busy] = useFormAction(form, async ({ pictureKey, ...fields }: BannerFields) => {
    const draft = {
      ...fields,
      kind,
      subtitle: fields.subtitle ?? '',
      link: fields.link?.trim() ?? '',
      pictureKey: pictureKey?.key ?? '',
    }
    if (banner) await api('PUT /admin/banner', { ...draft, id: banner.id })
    else await api('POST /admin/banner', draft)
    message.success('保存成功')
    props.onSaved()
  })

  return (
    <FormDialog
      form={form}
      open={isOpen}
      title={banner ? `编辑${title}` : `新建${title}`}
      width={640}
      isBusy={busy}
      onClose={props.onClose}
      onSend={save}
    >
      <Form.Item name="pictureKey" label="图片" rules={requiredRules('请上传图片')}>
        <PictureField ratio={ratio} hint={hint} alt={title} />
      </Form.Item>
      <Form.Item name="title" label="标题" rules={requiredTextRules('请输入标题')}>
        <Input maxLength={60} showCount placeholder="也用作图片的文字说明" />
      </Form.Item>
      {kind === 'head' && (
        <Form.Item name="subtitle" label="副标题">
          <Input maxLength={120} showCount />
        </Form.Item>
      )}
      <Form.Item name="link" label="点击后打开" rules={[linkRule]}>
        <Input inputMode="url" maxLength={500} placeholder="https:// 或以 / 开头的站内地址，可不填" />
      </Form.Item>
      <div className="banner-pair">
        <Form.Item name="position" label="排序" extra="数字小的排在前面" rules={requiredRules('请输入排序')}>
          <InputNumber min={0} max={9999} precision={0} />
        </Form.Item>
        <Form.Item name="enabled" label="在首页显示" valuePropName="checked">
          <Switch checkedChildren="启用" unCheckedChildren="停用" />
        </Form.Item>
      </div>
    </FormDialog>
  )
}
