// Takes the place of the message input if the group has ended, or if it admits only people who were invited.
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { routes } from '@xinqiao/contract/routes.ts'

export const HiddenGroup = () => (
  <div className="group-closed">
    <p>您看不到这个小组：它已解散，或者只有受邀的人可以加入。</p>
    <p className="mt-2">朋友建的小组，请向组员要邀请链接。协会的同伴小组，请在“同伴小组”页面了解和报名。</p>
    <ButtonLink href={routes.peerGroups} look="ghost" className="mt-3">
      查看同伴小组
    </ButtonLink>
  </div>
)
