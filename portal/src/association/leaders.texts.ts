// Leaders of the association, as published by the secretariat.

export type Leader = {
  name: string
  post: string
  title: string
  biography: string
  avatar: string
}

export const leaders: readonly Leader[] = [
  {
    name: '岑怀谨',
    post: '理事长',
    title: '主任医师、教授',
    biography:
      '长期从事精神医学临床、教学与社区精神卫生工作，参与全省社会心理服务体系建设的调研与论证。主持学术年会学术委员会工作，倡导以证据为基础、以人为中心的服务理念。',
    avatar: 'avatar-03',
  },
  {
    name: '阮静澜',
    post: '副理事长',
    title: '教授、博士生导师',
    biography:
      '从事发展心理学与学校心理健康教育研究三十年，主编多部中小学教师心理支持读本，分管青少年、高校心理健康教育和科普宣传工作。',
    avatar: 'avatar-06',
  },
  {
    name: '骆景行',
    post: '副理事长',
    title: '主任医师',
    biography:
      '从事综合医院心身医学与睡眠医学工作，关注多学科协作，推动会员医院开设睡眠健康开放日，分管心身医学、睡眠与情绪健康和老年心理健康工作。',
    avatar: 'avatar-01',
  },
  {
    name: '虞书禾',
    post: '副理事长',
    title: '研究员',
    biography:
      '从事心理测量与公共心理健康研究，主持多项面向基层需求的应用课题，强调研究伦理和数据规范，分管科研课题与学术评审工作。',
    avatar: 'avatar-12',
  },
  {
    name: '邬远帆',
    post: '副理事长',
    title: '高级社会工作师',
    biography:
      '长期在社区一线工作，参与多次突发事件后的心理援助，带领团队探索社区心理服务的协作模式，分管社区心理服务、危机干预与志愿服务工作。',
    avatar: 'avatar-13',
  },
  {
    name: '柏敬之',
    post: '监事长',
    title: '高级会计师',
    biography: '具有三十余年社会组织财务与审计工作经验，主持监事会工作，推动会费收支年度公示和会员查询制度的落实。',
    avatar: 'avatar-08',
  },
  {
    name: '温砚清',
    post: '秘书长（专职）',
    title: '副教授',
    biography:
      '从事心理健康教育与社会组织管理工作，负责秘书处全面工作。上任以来主持优化入会流程、推行电子会员证书、建立会员接待日制度。',
    avatar: 'avatar-02',
  },
  {
    name: '舒以宁',
    post: '副秘书长',
    title: '讲师、心理健康教育教师',
    biography:
      '曾在中学从事心理健康教育工作十二年，现负责继续教育、案例督导和网上心理问答的组织协调，致力于让基层同行学得到、用得上。',
    avatar: 'avatar-14',
  },
]
