// Article form: title and body in the main column, other fields beside it (below, on narrow screens).
import { Form, Input, Segmented, Select, Switch } from 'antd'
import { columns, hasTags, tags } from '@xinqiao/contract/articles.ts'
import { requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { PictureField } from '../pictures/PictureField.tsx'
import { AttachmentsField } from './AttachmentsField.tsx'
import { LazyEditor } from './editor/LazyEditor.tsx'
import type { ArticleFields } from './article-fields.ts'

const toOptions = <V extends number>(names: Record<V, string>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value: Number(value), label }))

export function ArticleForm() {
  const column = Form.useWatch<ArticleFields['psychologyColumnId']>('psychologyColumnId')
  return (
    <div className="editor-columns">
      <div className="editor-main">
        <Form.Item name="title" rules={requiredTextRules('请输入标题')}>
          <Input className="editor-title" aria-label="标题" placeholder="请输入标题" maxLength={100} showCount />
        </Form.Item>
        <Form.Item name="content" className="editor-body">
          <LazyEditor />
        </Form.Item>
      </div>
      <div className="editor-side">
        <section className="panel" aria-label="栏目与显示">
          <Form.Item name="psychologyColumnId" label="栏目" rules={requiredRules('请选择栏目')}>
            <Segmented block options={toOptions(columns)} />
          </Form.Item>
          {hasTags(column) && (
            <Form.Item name="tagId" label="标签" extra="不选标签的文章只出现在“全部”里">
              <Select allowClear placeholder="请选择标签（可不选）" options={toOptions(tags)} />
            </Form.Item>
          )}
          <Form.Item className="switch-item">
            <div className="switch-line">
              <label htmlFor="pinned">置顶显示</label>
              <Form.Item name="pinned" valuePropName="checked" noStyle>
                <Switch id="pinned" checkedChildren="置顶" unCheckedChildren="不置顶" />
              </Form.Item>
            </div>
          </Form.Item>
          <Form.Item name="description" label="摘要" className="has-count">
            <Input.TextArea
              placeholder="列表和分享时显示；不填则取正文开头"
              maxLength={300}
              showCount
              autoSize={{ minRows: 3, maxRows: 8 }}
            />
          </Form.Item>
        </section>
        <section className="panel" aria-label="封面图">
          <Form.Item name="picture" label="封面图">
            <PictureField ratio="16 / 10" hint="建议 1200×750 或更大，JPG、PNG、WebP，不超过15MB" alt="封面图" />
          </Form.Item>
        </section>
        <section className="panel" aria-label="附件">
          <Form.Item name="attachments" label="附件">
            <AttachmentsField />
          </Form.Item>
        </section>
      </div>
    </div>
  )
}
