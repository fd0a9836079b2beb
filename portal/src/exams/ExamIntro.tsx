// Instructions before the clock starts. Only the button starts it, so that opening a link by mistake does not use up an
// attempt.
import { passMark } from '@xinqiao/contract/exams.ts'
import type { CurrentExam } from '@xinqiao/contract/http/exams/exams.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { formatMinute } from '../frame/format-time.ts'

export const ExamIntro = ({ exam, onBegin }: { exam: CurrentExam; onBegin: () => void }) => (
  <Card className="p-6 sm:p-10">
    <h1 className="text-2xl font-bold text-ink">{exam.name}</h1>
    <h2 className="mt-6 text-lg font-bold text-ink">考试须知</h2>
    <ul className="mt-2 grid list-disc gap-1.5 pl-5">
      <li>
        考试时长{exam.duration}分钟，并且不晚于{formatMinute(exam.endTime)}
        结束；点击“开始答题”后开始计时，中途不能暂停。
      </li>
      <li>每选一次答案都会立即保存。网络中断时作答保存在本机，恢复后自动上传；刷新页面或更换设备可以继续。</li>
      <li>时间以服务器为准。时间到了会自动交卷，即使页面已经关闭。</li>
      <li>离开页面、粘贴、在其他设备打开试卷等情况会被记录，供考务人员参考。</li>
      <li>
        满分100分，{passMark}分合格。本场共可作答{exam.attempts}次，这是第{exam.used + 1}次。
      </li>
    </ul>
    <div className="mt-8 flex flex-wrap gap-3">
      <Button look="accent" className="min-w-36" onClick={onBegin}>
        开始答题
      </Button>
      <ButtonLink href={routes.examination} look="ghost">
        返回考试列表
      </ButtonLink>
    </div>
  </Card>
)
