// What can go out as an Excel file, put together where features are.
import type { ExportKinds } from '../kit/export-kinds.ts'
import { memberExport } from '../portal/membership/member-export.ts'

export const exportKinds: ExportKinds = { members: memberExport }
