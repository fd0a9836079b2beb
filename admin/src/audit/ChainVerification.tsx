// Verifies a hash chain and shows the result.
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../kit/api/hooks.ts'

type ChainVerdict = { entries: number; brokenAt: number | null; lastHash: string }

export function ChainVerification({ verify }: { verify: () => Promise<ChainVerdict> }) {
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null)
  const [run, busy] = useAction(async () => setVerdict(await verify()))
  return (
    <div className="audit-verify">
      <Button loading={busy} onClick={() => run()}>
        核对完整性
      </Button>
      {verdict && (
        <Alert
          type={verdict.brokenAt === null ? 'success' : 'error'}
          showIcon
          title={
            verdict.brokenAt === null
              ? `共${verdict.entries}条，逐条核对无误`
              : `第${verdict.brokenAt}号记录与前一条不符，日志可能被改动，请立即联系技术人员`
          }
          description={
            verdict.brokenAt === null && verdict.entries > 0 && `末条摘要 ${verdict.lastHash.slice(0, 16)}…，可抄录备查`
          }
        />
      )}
    </div>
  )
}
