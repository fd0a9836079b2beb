// Consent texts. Every change needs a new version: a test compares each version with its digest, because consents
// refer to the text.
import { createHash } from 'node:crypto'
import type { ConsentPurpose } from '@xinqiao/contract/consents.ts'

export type ConsentTextVersion = {
  version: string
  title: string
  sections: readonly { heading: string; text: string }[]
  withdrawal: string
}

export const consentTexts: Record<ConsentPurpose, ConsentTextVersion> = {
  memberData: {
    version: '2026-11',
    title: '处理敏感个人信息单独同意书',
    sections: [
      {
        heading: '需要哪些信息，为什么需要',
        text: '为核实入会申请人的真实身份、避免重复入会，需要您的身份证号码；简历用于审核从业经历。民族、籍贯、政治面貌不是必填项，仅用于会员代表大会的构成统计，不填写不影响审核。',
      },
      {
        heading: '对您的影响与保护',
        text: '身份证号码一旦泄露可能被冒用。我们对它加密保存，工作人员默认只看到前三位与后四位；查看全文须写明理由，并留下不可更改的记录。除法律要求外，不向任何第三方提供。',
      },
      {
        heading: '保存多久',
        text: '会籍存续期间保存；申请未通过或会籍终止后，保存至争议处理与财务保存期限届满，随后删除或匿名化。您注销账号时一并处理。',
      },
      {
        heading: '您的选择',
        text: '这项同意与服务协议、隐私政策分开，由您单独决定。不同意时无法在线申请入会，可到秘书处现场办理；浏览网站、提问、学习等其他服务不受影响。您可以随时在“个人中心—授权管理”撤回。',
      },
    ],
    withdrawal:
      '撤回后，我们将删除您的身份证号码、民族、籍贯、政治面貌与简历；审核中的申请会退回为草稿，已有的会籍不受影响。',
  },
  directory: {
    version: '2026-11',
    title: '在会员名录中公开展示的同意书',
    sections: [
      {
        heading: '公开什么',
        text: '会员名录对所有访客公开，只展示您的姓名、会员类别、所在单位、入会年份和您自己写的简介，不展示手机号、邮箱等联系方式。',
      },
      {
        heading: '您的选择',
        text: '是否加入名录由您自愿决定，不影响会员权益。您可以随时退出，名录立即不再展示您的信息。',
      },
    ],
    withdrawal: '撤回后，名录立即不再展示您的信息。',
  },
  participants: {
    version: '2026-12',
    title: '列入参会者名单的同意书',
    sections: [
      {
        heading: '展示什么，给谁看',
        text: '参会者名单只列出您的姓名和单位，只有同一次会议中已有名额的参会者登录后可以查看，不展示手机号、邮箱等联系方式。会议有参会者群、您又在群里时，群里也显示您的姓名；没有同意的人在群里只显示姓。',
      },
      {
        heading: '您的选择',
        text: '是否列入由您自愿决定，不影响参会。您可以随时在“我的会议”或“个人中心—授权管理”退出，变更截止之后也可以：名单立即不再展示您的信息，群里一分钟内改为只显示姓。',
      },
    ],
    withdrawal: '撤回后，您报名的各次会议的参会者名单立即不再展示您的信息，参会者群一分钟内改为只显示姓。',
  },
}

/** Earlier versions, because consents refer to them. */
const formerConsentTexts: Record<ConsentPurpose, readonly ConsentTextVersion[]> = {
  memberData: [],
  directory: [],
  participants: [
    {
      version: '2026-11',
      title: '列入参会者名单的同意书',
      sections: [
        {
          heading: '展示什么，给谁看',
          text: '参会者名单只列出您的姓名和单位，只有同一次会议中已有名额的参会者登录后可以查看，不展示手机号、邮箱等联系方式。',
        },
        {
          heading: '您的选择',
          text: '是否列入由您自愿决定，不影响参会。您可以随时在“我的会议”或“个人中心—授权管理”退出，变更截止之后也可以，名单立即不再展示您的信息。',
        },
      ],
      withdrawal: '撤回后，您报名的各次会议的参会者名单立即不再展示您的信息。',
    },
  ],
}

/** Every version of a text, the present one first. */
export const listConsentVersions = (purpose: ConsentPurpose): readonly ConsentTextVersion[] => [
  consentTexts[purpose],
  ...formerConsentTexts[purpose],
]

export const hashConsentText = (consentText: ConsentTextVersion): string =>
  createHash('sha256').update(JSON.stringify(consentText)).digest('hex')
