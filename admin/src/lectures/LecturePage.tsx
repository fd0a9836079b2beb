// One lecture: its texts and state, moderators and recording. Also a new lecture.
import { Button } from 'antd'
import type { StaffLecture } from '@xinqiao/contract/http/lectures/staff.ts'
import { useApi } from '../kit/api/use-api.ts'
import { navigate } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, LoadingView, ScreenHead } from '../kit/states.tsx'
import { LectureForm } from './LectureForm.tsx'
import { LectureStateTag } from './LectureStateTag.tsx'
import { Moderators } from './Moderators.tsx'
import { Recording } from './Recording.tsx'
import { StateButtons } from './StateButtons.tsx'

export const LecturePage = ({ id }: ScreenProps) =>
  id === '' ? <NewLecture /> : <ExistingLecture key={id} id={Number(id)} />

const NewLecture = () => (
  <>
    <ScreenHead title="新建直播讲座" lead="先存为草稿，设好主持人后再发布" />
    <LectureForm lecture={null} onSaved={(id) => navigate(`/lectures/${id}`, { replace: true, force: true })} />
  </>
)

function ExistingLecture({ id }: { id: number }) {
  const loaded = useApi('GET /admin/lecture', { id })
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  if (!loaded.data) return <LoadingView />
  return <LecturePanels lecture={loaded.data} onChange={loaded.reload} />
}

function LecturePanels({ lecture, onChange }: { lecture: StaffLecture; onChange: () => void }) {
  const { id, title, state, cancelReason } = lecture
  return (
    <>
      <ScreenHead title={title}>
        <StateButtons lecture={lecture} onChange={onChange} />
      </ScreenHead>
      <p>
        <LectureStateTag state={state} />
        {cancelReason !== '' && ` 原因：${cancelReason}`}
      </p>
      <div className="button-row">
        <Button onClick={() => navigate(`/lecture-attendance/${id}`)}>观看记录与学分</Button>
        {state === 'published' && (
          <Button href={`/lectures/detail?id=${id}`} target="_blank">
            打开讲座页面
          </Button>
        )}
      </div>
      {state !== 'cancelled' && <Moderators lectureId={id} />}
      {state !== 'cancelled' && <Recording lecture={lecture} onChange={onChange} />}
      {state !== 'cancelled' && <LectureForm lecture={lecture} onSaved={onChange} />}
    </>
  )
}
