/** Given and family names by language; what matters is their script and letters. */
export const NAMES = {
  German: [
    'Jörg Jürgen Günther Käthe Björn Anna Peter Sören Ulrike Lukas Änne',
    'Müller Schröder Groß Weiß Köhler Bäcker Schmidt Fuchs Strauß Krüger Jäger Özil',
  ],
  French: [
    'François Hélène Zoë Benoît Irène Chloé Jérôme Marie Léa Noël Françoise Anaïs',
    'Lefèvre Dupré Bérenger Château Durand Prévost Girard Lemaître Fabrègue Gauthier Béranger Forêt',
  ],
  Spanish: [
    'José María Íñigo Ángel Concepción Iván Begoña Lucía Jesús Pablo Óscar Inés',
    'Muñoz Peña García Núñez López Ibáñez Martín Rodríguez Castaño Ruiz Ordóñez Güell',
  ],
  Portuguese: [
    'João António Inês Luís Conceição Tomás Sebastião Pedro Ângela Cláudia',
    'Gonçalves Simões Magalhães Araújo Assunção Leitão Brandão Silva Falcão Sá',
  ],
  Swedish: [
    'Åsa Björn Göran Märta Håkan Örjan Lena Sören Pär Agnes',
    'Åström Öberg Sjöström Lindqvist Ångström Nyström Sandberg Häggström Björk Lundström',
  ],
  Danish: [
    'Søren Jørgen Åse Mette Bjørn Lærke Kåre Anders Ærø Ragnhild',
    'Sørensen Nørgaard Østergaard Bæk Kjær Holm Ødegård Aagård Håkonsen Strøm',
  ],
  Polish: [
    'Łukasz Michał Małgorzata Grażyna Wacław Świętosława Zbigniew Jan Żaneta Bożena Stanisław Agnieszka',
    'Wiśniewski Wójcik Dąbrowski Żółkiewski Gęś Kaźmierczak Nowak Łęcki Świątek Pałka Ćwik Górska',
  ],
  Czech: [
    'Jiří Tomáš Ondřej Růžena Zdeněk Václav Lukáš Žofie Petr Božena Matěj Šárka',
    'Dvořák Svěrák Šťastný Novák Růžička Žižka Čapek Kučera Horák Procházka Říha Hájek',
  ],
  Hungarian: [
    'Győző László Jenő Ágnes Zsófia Ödön Réka Tünde István Péter Ernő Júlia',
    'Szabó Kovács Erdős Tőkés Nagy Szűcs Hegedűs Vörösmarty Kőszegi Fenyő Bíró Kertész',
  ],
  Romanian: [
    'Ştefan Ioniţă Mădălina Cătălin Răzvan Ilinca Ţuţea Andreea Anişoara Gheorghiţă',
    'Ionescu Brâncuşi Ceauşescu Stănescu Călinescu Enăchescu Ţiriac Mureşan Bălan Năstase',
  ],
  Croatian: [
    'Željko Šime Anđela Krešimir Jadranka Đuro Tihomir Žarko Lovro Ćiro',
    'Šimić Kovačić Đurđević Horvat Perišić Mandžukić Modrić Čačić Rakitić Babić',
  ],
  Turkish: [
    'Gülşen İbrahim Ayşe Şükrü Işıl Çağla Özgür Mehmet Tuğba Oğuz',
    'Yılmaz Şahin Çelik Yıldız Öztürk Güneş Aydın Doğan Koç Kılıç Erdoğan',
  ],
  Lithuanian: [
    'Žydrūnas Šarūnas Rūta Jūratė Ąžuolas Kęstutis Eglė Vytautas Giedrė Ieva',
    'Kazlauskienė Žukauskas Šimkus Jonušaitė Paulauskaitė Čepaitė Grybauskaitė Petrauskas Būga Stankevičius',
  ],
  Latvian: [
    'Jānis Kārlis Līga Mārtiņš Ģirts Žanis Ilze Ēriks Zaiga Krišjānis',
    'Bērziņš Kalniņš Ozoliņš Šķēle Liepiņš Āboliņš Krūmiņš Vītols Zariņš Ķirsis',
  ],
  Estonian: [
    'Jüri Õnne Tõnu Ülle Märt Mari Külli Andrus Kärt Tõnis',
    'Mägi Õunapuu Pärn Jõgi Tamm Kõiv Põldmaa Saar Rüütel Sõber',
  ],
  Russian: [
    'Иван Пётр Сергей Ольга Екатерина Алексей Юлия Дмитрий Наталья Щукарь Вячеслав Жанна',
    'Иванов Петрова Сидоров Щербаков Фёдоров Кузнецова Чернышевский Эйзенштейн Яковлев Ющенко Громов Белых',
  ],
  Ukrainian: [
    'Їжак Євген Олексій Наталія Юрій Ігор Ґалаґан Тарас Любов Сергій',
    'Шевченко Ковальчук Бондаренко Мельник Іваненко Гаврилюк Приходько Лисенко Кравців Юрченко',
  ],
  Bulgarian: [
    'Георги Мария Христо Йорданка Стоян Цветелина Борис Вяра Пламен Живко',
    'Димитров Иванова Стоянов Петков Ангелова Христов Щерев Тодорова Вълчев Къдрева',
  ],
  Greek: [
    'Γιώργος Μαρία Δημήτρης Ελένη Νίκος Ιωάννα Χρήστος Άννα Έλλη Όθων',
    'Παπαδόπουλος Γεωργίου Κωνσταντίνου Οικονόμου Βασιλείου Νικολαΐδης Αθανασίου Ξενάκης Μητσοτάκης Ψαρρός',
  ],
  Hebrew: [
    'יוסף מרים דוד שרה אברהם רחל משה נועה יעקב תמר',
    'כהן לוי מזרחי פרץ ביטון דהן אברהמי פרידמן אזולאי גבאי',
  ],
  Arabic: [
    'محمد فاطمة أحمد عائشة خالد مريم يوسف زينب عبدالله ليلى',
    'الحسن العلي المصري حداد النجار الشامي العمري القاسم منصور صالح',
  ],
  Thai: [
    'สมชาย สมหญิง ประยุทธ์ วิไล อนุชา มาลี ธนพล กนกวรรณ ณัฐพงษ์ สุดารัตน์',
    'ใจดี ศรีสุข ทองคำ แสงจันทร์ วงศ์สวัสดิ์ บุญมี สายทอง จันทร์โอชา รักไทย พงษ์พันธ์',
  ],
  Japanese: [
    '太郎 花子 健一 美咲 翔太 陽菜 直樹 さくら 大輔 ひろみ 恵子 誠',
    '山田 鈴木 佐藤 高橋 田中 渡辺 伊藤 小林 加藤 斉藤 吉田 中村',
  ],
  Katakana: [
    'タロウ ハナコ ケンイチ ミサキ ショウタ ヒナ ナオキ サクラ ダイスケ ヒロミ',
    'ヤマダ スズキ サトウ タカハシ タナカ ワタナベ イトウ コバヤシ カトウ ヨシダ',
  ],
  Chinese: ['伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇', '王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙'],
  Traditional: ['家豪 淑芬 志明 美玲 俊傑 雅婷 建宏 怡君 宗翰 佩珊', '陳 林 黃 張 李 王 吳 劉 蔡 楊'],
  Korean: ['민준 서연 지훈 수빈 현우 지민 영수 미경 성호 은지', '김 이 박 최 정 강 조 윤 장 임'],
} as const;
