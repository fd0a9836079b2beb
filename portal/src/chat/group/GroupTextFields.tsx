// Fields for name and introduction of a group.
import { Field } from '@xinqiao/ui/Field.tsx'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import { DraftHelpCard } from '../../crisis/DraftHelpCard.tsx'
import type { GroupTextsForm } from './panel/use-group-texts.ts'

// lengths that the server accepts (TeamFields)
const maxNameLength = 64
const maxIntroLength = 512

export const GroupTextFields = ({ texts: { name, intro, error, setName, setIntro } }: { texts: GroupTextsForm }) => (
  <>
    <Field
      name="groupName"
      label="小组名称"
      required
      error={error}
      autoComplete="off"
      maxLength={maxNameLength}
      value={name}
      onChange={({ target }) => setName(target.value)}
    />
    <div>
      <TextArea
        name="groupIntro"
        label="介绍（选填）"
        hint="受邀的人加入前会看到名称和介绍"
        rows={3}
        maxLength={maxIntroLength}
        value={intro}
        onChange={({ target }) => setIntro(target.value)}
      />
      <DraftHelpCard draft={`${name}\n${intro}`} note="您写的内容可以照常使用。" className="mt-3" />
    </div>
  </>
)
