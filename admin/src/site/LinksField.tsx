// The friendly links of the footer: add, order, remove.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { requiredTextRules } from '../kit/forms/forms.ts'
import { linkRule } from './link-rule.ts'

const maxLinks = 20

export const LinksField = () => (
  <Form.List name="links">
    {(rows, { add, remove, move }, { errors }) => (
      <>
        {rows.length === 0 && <p className="hint">还没有友情链接</p>}
        {rows.map(({ key, name }, at) => (
          <div key={key} className="link-row">
            <Form.Item name={[name, 'title']} rules={requiredTextRules('请输入链接名称')}>
              <Input aria-label={`第${at + 1}个链接的名称`} placeholder="名称" maxLength={30} />
            </Form.Item>
            <Form.Item
              name={[name, 'url']}
              validateFirst
              rules={[{ required: true, whitespace: true, message: '请输入链接地址' }, linkRule]}
            >
              <Input aria-label={`第${at + 1}个链接的地址`} placeholder="https://" inputMode="url" maxLength={500} />
            </Form.Item>
            <div className="link-moves">
              <Button
                type="text"
                icon={<ArrowUpOutlined aria-hidden />}
                aria-label={`上移第${at + 1}个链接`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <Button
                type="text"
                icon={<ArrowDownOutlined aria-hidden />}
                aria-label={`下移第${at + 1}个链接`}
                disabled={at === rows.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除第${at + 1}个链接`}
                onClick={() => remove(name)}
              />
            </div>
          </div>
        ))}
        <Form.ErrorList errors={errors} />
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={rows.length >= maxLinks}
          onClick={() => add({ title: '', url: '' })}
        >
          {rows.length >= maxLinks ? '友情链接不能超过20个' : '添加链接'}
        </Button>
      </>
    )}
  </Form.List>
)
