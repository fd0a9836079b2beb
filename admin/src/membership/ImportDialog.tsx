// Import of members of an older register from a sheet.
import { Button } from 'antd'
import { SheetImport } from '../kit/lists/SheetImport.tsx'

type ImportDialogProps = { isOpen: boolean; onClose: () => void; onImported: () => void }

export const ImportDialog = (props: ImportDialogProps) => (
  <SheetImport {...props} title="导入会员" path="/admin/members/import" unit="名会员">
    <p>
      按模板填写后上传 .xlsx
      文件，一次最多2000行。任何一行有误，全部都不会导入。导入的会员用登记的手机号注册或登录后，会籍自动关联到其账号。
    </p>
    <p>
      <Button href="/prod-api/admin/members/template">下载模板</Button>
    </p>
  </SheetImport>
)
