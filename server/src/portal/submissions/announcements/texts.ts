// Default texts of the announcements, with the dates of portal.md 2.
import type { AnnouncementId } from '@xinqiao/contract/announcements.ts'

type AnnouncementText = {
  title: string
  /** The date printed on the announcement. */
  dated: string
  lead: string
  parts: readonly { title: string; lines: readonly string[] }[]
}

const essay: AnnouncementText = {
  title: '关于征集学术年会论文的通知',
  dated: '2025-10-01',
  lead: '为展示心理卫生领域的研究成果与实践经验，学术年会面向全省同行征集论文，欢迎踊跃投稿。',
  parts: [
    {
      title: '征文范围',
      lines: [
        '儿童青少年、成年人和老年人心理健康研究；',
        '心理评估与心理咨询的过程和效果研究；',
        '危机干预与灾后心理援助；',
        '睡眠与情绪、职业心理健康；',
        '社会心理服务体系建设的实践与评价。',
      ],
    },
    {
      title: '论文要求',
      lines: [
        '正文{正文字数}，未公开发表；',
        '中文摘要{中文摘要字数}，关键词3至5个；',
        '英文摘要{英文摘要字数}；',
        '作者简介{作者简介字数}；',
        '涉及人的研究须说明伦理审查与知情同意情况，案例须去除可识别身份的信息。',
      ],
    },
    {
      title: '投稿方式',
      lines: [
        '点击“在线投稿”，正文可以直接粘贴，也可以上传 .docx 文件，字数由系统统计；',
        '草稿随时保存，截止（{截止时间}）前可以撤回修改；',
        '正文中请不要出现作者姓名和单位，以便双盲评审。',
      ],
    },
    {
      title: '评审与发布',
      lines: [
        '每篇论文由专家双盲评审，按以下权重评分：{评分权重}；',
        '录用结果通过站内消息通知，优秀论文颁发证书，证书编号可在本站核验；',
        '发现抄袭、一稿多投或不当署名的，取消资格。',
      ],
    },
  ],
}

const competition: AnnouncementText = {
  title: '关于举办心理咨询技能竞赛的通知（第二轮）',
  dated: '2025-09-21',
  lead: '为提升从业人员的专业素养与规范意识，心理咨询技能竞赛设团体案例展示和科普视频两个类别。',
  parts: [
    {
      title: '竞赛类别',
      lines: [
        '团体案例展示：以团队为单位提交案例分析与过程录像，案例须为模拟案例，不得使用真实来访者的影像和资料；',
        '科普视频：围绕常见心理困扰与求助途径制作，时长{视频时长}，片尾标注心理援助热线12356。',
      ],
    },
    {
      title: '团队与作品',
      lines: [
        '每队{团队人数}；',
        '视频可以填写链接，也可以上传 MP4 文件（{视频大小}）；',
        '作品简介{作品简介字数}；未成年人出镜须取得其监护人的书面同意。',
      ],
    },
    {
      title: '评分办法',
      lines: [
        '{评分权重}；',
        '评审专家看不到参赛者的姓名和单位，与参赛者有利益关系的应当回避；',
        '出现诊断疾病、承诺疗效、泄露隐私等情形的，一票否决。',
      ],
    },
    {
      title: '奖项设置',
      lines: [
        '各奖占有效作品的比例：{奖项比例}；',
        '同分的作品奖级相同，各级均不超过比例；',
        '另设集体组织奖，由会员单位申报，审核一般需要{审核时限}。',
      ],
    },
  ],
}

const individual: AnnouncementText = {
  title: '关于评选2021—2022年度先进个人的通知',
  dated: '2022-10-08',
  lead: '为表彰在心理卫生工作中作出突出成绩的个人，现开展先进个人评选。年度以通知为准，当前一批的申报时间见下方。',
  parts: [
    {
      title: '评选条件',
      lines: [
        '遵守法律法规和职业伦理，会籍有效或在会员单位工作；',
        '在临床、咨询、教学、科研、科普或志愿服务中成绩突出；',
        '近两年没有违反职业伦理的记录。',
      ],
    },
    {
      title: '申报材料',
      lines: [
        '主要事迹{主要事迹字数}，实事求是，不得包含来访者的个人信息；',
        '可上传推荐单位盖章的证明材料（PDF）；',
        '每人限报一份。',
      ],
    },
    {
      title: '审核与公示',
      lines: [
        '审核一般需要{审核时限}，进度可在“我的投稿与申报”中查看；',
        '材料需要补充的，退回后可以修改再提交；',
        '评选结果公示{公示时限}，无异议的颁发证书。',
      ],
    },
  ],
}

const collective: AnnouncementText = {
  title: '关于评选2021—2022年度先进集体的通知',
  dated: '2022-10-08',
  lead: '为表彰在心理卫生工作中作出突出成绩的集体，现开展先进集体评选。年度以通知为准，当前一批的申报时间见下方。',
  parts: [
    {
      title: '评选条件',
      lines: [
        '会员单位、专业委员会或其下设的工作团队；',
        '在服务群众、人才培养、学术研究或社会心理服务中成效显著；',
        '近两年没有安全责任事故和违反职业伦理的情况。',
      ],
    },
    {
      title: '申报材料',
      lines: [
        '主要事迹{主要事迹字数}，附能说明成效的数据；',
        '可上传单位盖章的证明材料（PDF）；',
        '每个账号限报一份，由单位指定的联系人申报。',
      ],
    },
    {
      title: '审核与公示',
      lines: [
        '审核一般需要{审核时限}，进度可在“我的投稿与申报”中查看；',
        '材料需要补充的，退回后可以修改再提交；',
        '评选结果公示{公示时限}，无异议的颁发证书。',
      ],
    },
  ],
}

const announcementTexts: Record<AnnouncementId, AnnouncementText> = { essay, competition, individual, collective }

export function defaultAnnouncement(id: AnnouncementId) {
  const { parts, ...rest } = announcementTexts[id]
  const content = parts
    .map(({ title, lines }) => `<h2>${title}</h2><ul>${lines.map((line) => `<li><p>${line}</p></li>`).join('')}</ul>`)
    .join('')
  return { ...rest, content }
}
