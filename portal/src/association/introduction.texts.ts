// Introduction of the association, as published by the secretariat.
import type { MemberFigures } from '@xinqiao/contract/http/membership/own.ts'

/** A fixed value, or one counted from the register of members. */
export type AssociationFigure = { unit: string; label: string } & ({ value: string } | { counted: keyof MemberFigures })

export type Introduction = {
  lead: string
  figures: readonly AssociationFigure[]
  sections: readonly { heading: string; paragraphs: readonly string[] }[]
}

export const introduction: Introduction = {
  lead: '省心理卫生协会成立于2014年，是由全省从事心理卫生及相关工作的单位和个人自愿结成的专业性、学术性、非营利性社会组织。',
  figures: [
    { value: '2014', unit: '年', label: '协会成立' },
    { counted: 'individuals', unit: '名', label: '个人会员' },
    { counted: 'units', unit: '家', label: '单位会员' },
    { value: '10', unit: '个', label: '专业委员会' },
    { value: '620', unit: '名', label: '在册志愿者' },
    { value: '13', unit: '届', label: '学术年会' },
  ],
  sections: [
    {
      heading: '我们是谁',
      paragraphs: [
        '协会的登记管理机关是省民政厅，业务主管单位是省科学技术协会，接受省卫生健康行政部门的业务指导。会员来自医疗卫生机构、高等院校、中小学校、科研院所、社区、企业和社会服务机构，涵盖精神医学、临床心理、心理咨询、学校心理健康教育、社会工作、护理和公共卫生等领域。',
        '协会以会员代表大会为最高权力机构，设理事会、常务理事会、监事会和秘书处，下设十个专业委员会，工作网络覆盖全省各市。',
      ],
    },
    {
      heading: '我们的宗旨',
      paragraphs: [
        '团结全省心理卫生工作者，遵守国家法律法规，恪守科学精神和职业伦理，普及心理健康知识，促进学术交流与人才成长，推动社会心理服务体系建设，为增进人民群众身心健康服务。',
        '我们相信，好的心理健康服务既要有证据，也要有温度：用科学的方法，认真对待每一个具体的人。',
      ],
    },
    {
      heading: '我们做什么',
      paragraphs: [
        '学术交流：每年举办全省学术年会，组织专题论坛、工作坊和青年学者读书会，资助扎根本省实际的科研课题。',
        '人才培养：开展继续教育、案例督导和技能竞赛，重点支持县区和基层从业人员。',
        '科普宣传：组织志愿者走进学校、社区和单位，传播科学、准确、易懂的心理健康知识。',
        '公益服务：开设网上心理问答，协助热线培训与督导，在突发事件后有序参与心理援助。',
        '行业自律：制定伦理规范，开展诚信建设，引导从业人员在法律和专业的边界内服务。',
      ],
    },
    {
      heading: '服务的边界',
      paragraphs: [
        '依照《中华人民共和国精神卫生法》，心理咨询人员不得从事心理治疗或者精神障碍的诊断、治疗。协会及会员提供的心理咨询与科普服务不能代替就医；如可能患有精神障碍，应当到符合规定的医疗机构就诊。',
        '如果您正处于情绪困扰之中，可以拨打全国统一心理援助热线12356；遇到人身安全危险，请立即拨打110或120。',
      ],
    },
    {
      heading: '走过的路',
      paragraphs: [
        '2014年，协会召开第一次会员代表大会，选举产生第一届理事会，同年举办首届学术年会。',
        '2019年，第二次会员代表大会召开，专业委员会增至八个，继续教育和志愿服务制度逐步建立。',
        '2024年，第三次会员代表大会选举产生第三届理事会，基层能力提升、网上服务和行业自律成为新的工作重点。',
      ],
    },
  ],
}
