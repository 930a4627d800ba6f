# html.entities. CPython 3.14 library, "html.entities".
__all__ = ['html5', 'name2codepoint', 'codepoint2name', 'entitydefs']


def _ranges():
    """(first code point, names in order)."""
    return (
        (160, 'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute '
              'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring '
              'AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml '
              'times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil '
              'egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash '
              'ugrave uacute ucirc uuml yacute thorn yuml'),
        (913, 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'),
        (931, 'Sigma Tau Upsilon Phi Chi Psi Omega'),
        (945, 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau '
              'upsilon phi chi psi omega'),
        (977, 'thetasym upsih'), (982, 'piv'), (34, 'quot'), (38, 'amp'), (60, 'lt'), (62, 'gt'), (338, 'OElig oelig'),
        (352, 'Scaron scaron'), (376, 'Yuml'), (402, 'fnof'), (710, 'circ'), (732, 'tilde'), (8194, 'ensp emsp'),
        (8201, 'thinsp'), (8204, 'zwnj zwj lrm rlm'), (8211, 'ndash mdash'), (8216, 'lsquo rsquo sbquo'),
        (8220, 'ldquo rdquo bdquo'), (8224, 'dagger Dagger bull'), (8230, 'hellip'), (8240, 'permil'),
        (8242, 'prime Prime'), (8249, 'lsaquo rsaquo'), (8254, 'oline'), (8260, 'frasl'), (8364, 'euro'), (8465, 'image'),
        (8472, 'weierp'), (8476, 'real'), (8482, 'trade'), (8501, 'alefsym'), (8592, 'larr uarr rarr darr harr'),
        (8629, 'crarr'), (8656, 'lArr uArr rArr dArr hArr'), (8704, 'forall'), (8706, 'part exist'), (8709, 'empty'),
        (8711, 'nabla isin notin'), (8715, 'ni'), (8719, 'prod'), (8721, 'sum minus'), (8727, 'lowast'), (8730, 'radic'),
        (8733, 'prop infin'), (8736, 'ang'), (8743, 'and or cap cup int'), (8756, 'there4'), (8764, 'sim'), (8773, 'cong'),
        (8776, 'asymp'), (8800, 'ne equiv'), (8804, 'le ge'), (8834, 'sub sup nsub'), (8838, 'sube supe'), (8853, 'oplus'),
        (8855, 'otimes'), (8869, 'perp'), (8901, 'sdot'), (8968, 'lceil rceil lfloor rfloor'), (9001, 'lang rang'),
        (9674, 'loz'), (9824, 'spades'), (9827, 'clubs'), (9829, 'hearts diams'))


name2codepoint = {}
for _first, _names in _ranges():
    for _i, _name in enumerate(_names.split()):
        name2codepoint[_name] = _first + _i
codepoint2name = {_code: _name for _name, _code in name2codepoint.items()}
entitydefs = {_name: chr(_code) for _name, _code in name2codepoint.items()}
# What HTML 5 has besides: a code point, the names of it ("/" between them) and of those that follow it; "." where one has none.
_MORE = '''\
9 Tab NewLine; 21 excl QUOT num dollar percnt AMP apos lpar rpar ast/midast plus comma . period sol; 3A colon semi
LT equals GT quest commat; 5B lbrack/lsqb bsol rbrack/rsqb Hat UnderBar/lowbar DiacriticalGrave/grave; 7B
lbrace/lcub VerticalLine/verbar/vert rbrace/rcub; A0 NonBreakingSpace; A8 Dot/DoubleDot/die COPY; AE REG/circledR
strns . PlusMinus/pm; B4 DiacriticalAcute; B7 CenterDot/centerdot Cedilla; BD half; C5 angst; F7 div; 100 Amacr
amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok dstrok Emacr
emacr; 116 Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil . Hcirc hcirc Hstrok
hstrok Itilde itilde Imacr imacr; 12E Iogon iogon Idot imath/inodot IJlig ijlig Jcirc jcirc Kcedil kcedil kgreen
Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute nacute Ncedil ncedil Ncaron ncaron
napos ENG eng Omacr omacr; 150 Odblac odblac; 154 Racute racute Rcedil rcedil Rcaron rcaron Sacute sacute Scirc
scirc Scedil scedil; 162 Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr umacr Ubreve ubreve Uring
uring Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc . Zacute zacute Zdot zdot Zcaron zcaron; 1B5 imped; 1F5
gacute; 237 jmath; 2C7 Hacek/caron; 2D8 Breve/breve DiacriticalDot/dot ring ogon DiacriticalTilde
DiacriticalDoubleAcute/dblac; 311 DownBreve; 3A9 ohm; 3B5 epsi; 3C2 sigmav/varsigma; 3C5 upsi; 3D1 thetav/vartheta
Upsi; 3D5 phiv/straightphi/varphi varpi; 3DC Gammad digamma/gammad; 3F0 kappav/varkappa rhov/varrho; 3F5
epsiv/straightepsilon/varepsilon backepsilon/bepsi; 401 IOcy DJcy GJcy Jukcy DScy Iukcy YIcy Jsercy LJcy NJcy TSHcy
KJcy . Ubrcy DZcy Acy Bcy Vcy Gcy Dcy IEcy ZHcy Zcy Icy Jcy Kcy Lcy Mcy Ncy Ocy Pcy Rcy Scy Tcy Ucy Fcy KHcy TScy
CHcy SHcy SHCHcy HARDcy Ycy SOFTcy Ecy YUcy YAcy acy bcy vcy gcy dcy iecy zhcy zcy icy jcy kcy lcy mcy ncy ocy pcy
rcy scy tcy ucy fcy khcy tscy chcy shcy shchcy hardcy ycy softcy ecy yucy yacy . iocy djcy gjcy jukcy dscy iukcy
yicy jsercy ljcy njcy tshcy kjcy . ubrcy dzcy; 2004 emsp13 emsp14 . numsp puncsp ThinSpace VeryThinSpace/hairsp
NegativeMediumSpace/NegativeThickSpace/NegativeThinSpace/NegativeVeryThinSpace/ZeroWidthSpace; 2010 dash/hyphen;
2015 horbar Verbar/Vert . OpenCurlyQuote CloseCurlyQuote/rsquor lsquor . OpenCurlyDoubleQuote
CloseCurlyDoubleQuote/rdquor ldquor; 2021 ddagger bullet; 2025 nldr mldr; 2031 pertenk; 2034 tprime
backprime/bprime; 203E OverBar; 2041 caret . hybull; 204F bsemi; 2057 qprime; 205F MediumSpace NoBreak
ApplyFunction/af InvisibleTimes/it InvisibleComma/ic; 20DB TripleDot/tdot DotDot; 2102 Copf/complexes; 2105 incare;
210A gscr HilbertSpace/Hscr/hamilt Hfr/Poincareplane Hopf/quaternions planckh hbar/hslash/planck/plankv
Iscr/imagline Ifr/Im/imagpart Laplacetrf/Lscr/lagran ell . Nopf/naturals numero copysr wp Popf/primes Qopf/rationals
Rscr/realine Re/Rfr/realpart Ropf/reals rx; 2122 TRADE . Zopf/integers; 2127 mho Zfr/zeetrf iiota; 212C
Bernoullis/Bscr/bernou Cayleys/Cfr . escr Escr/expectation Fouriertrf/Fscr . Mellintrf/Mscr/phmmat
order/orderof/oscr aleph beth gimel daleth; 2145 CapitalDifferentialD/DD DifferentialD/dd
ExponentialE/ee/exponentiale ImaginaryI/ii; 2153 frac13 frac23 frac15 frac25 frac35 frac45 frac16 frac56 frac18
frac38 frac58 frac78; 2190 LeftArrow/ShortLeftArrow/leftarrow/slarr ShortUpArrow/UpArrow/uparrow
RightArrow/ShortRightArrow/rightarrow/srarr DownArrow/ShortDownArrow/downarrow LeftRightArrow/leftrightarrow
UpDownArrow/updownarrow/varr UpperLeftArrow/nwarr/nwarrow UpperRightArrow/nearr/nearrow
LowerRightArrow/searr/searrow LowerLeftArrow/swarr/swarrow nlarr/nleftarrow nrarr/nrightarrow .
rarrw/rightsquigarrow Larr/twoheadleftarrow Uarr Rarr/twoheadrightarrow Darr larrtl/leftarrowtail
rarrtl/rightarrowtail LeftTeeArrow/mapstoleft UpTeeArrow/mapstoup RightTeeArrow/map/mapsto DownTeeArrow/mapstodown .
hookleftarrow/larrhk hookrightarrow/rarrhk larrlp/looparrowleft looparrowright/rarrlp harrw/leftrightsquigarrow
nharr/nleftrightarrow . Lsh/lsh Rsh/rsh ldsh rdsh; 21B6 cularr/curvearrowleft curarr/curvearrowright; 21BA
circlearrowleft/olarr circlearrowright/orarr LeftVector/leftharpoonup/lharu DownLeftVector/leftharpoondown/lhard
RightUpVector/uharr/upharpoonright LeftUpVector/uharl/upharpoonleft RightVector/rharu/rightharpoonup
DownRightVector/rhard/rightharpoondown RightDownVector/dharr/downharpoonright LeftDownVector/dharl/downharpoonleft
RightArrowLeftArrow/rightleftarrows/rlarr UpArrowDownArrow/udarr LeftArrowRightArrow/leftrightarrows/lrarr
leftleftarrows/llarr upuparrows/uuarr rightrightarrows/rrarr ddarr/downdownarrows
ReverseEquilibrium/leftrightharpoons/lrhar Equilibrium/rightleftharpoons/rlhar nLeftarrow/nlArr
nLeftrightarrow/nhArr nRightarrow/nrArr DoubleLeftArrow/Leftarrow DoubleUpArrow/Uparrow
DoubleRightArrow/Implies/Rightarrow DoubleDownArrow/Downarrow DoubleLeftRightArrow/Leftrightarrow/iff
DoubleUpDownArrow/Updownarrow/vArr nwArr neArr seArr swArr Lleftarrow/lAarr Rrightarrow/rAarr . zigrarr; 21E4
LeftArrowBar/larrb RightArrowBar/rarrb; 21F5 DownArrowUpArrow/duarr; 21FD loarr roarr hoarr ForAll comp/complement
PartialD Exists NotExists/nexist/nexists emptyset/emptyv/varnothing . Del Element/in/isinv NotElement/notinva .
ReverseElement/SuchThat/niv NotReverseElement/notni/notniva; 220F Product Coproduct/coprod Sum . MinusPlus/mnplus/mp
dotplus/plusdo . Backslash/setminus/setmn/smallsetminus/ssetmn . SmallCircle/compfn . Sqrt; 221D
Proportional/propto/varpropto/vprop . angrt angle angmsd/measuredangle angsph VerticalBar/mid/shortmid/smid
NotVerticalBar/nmid/nshortmid/nsmid DoubleVerticalBar/par/parallel/shortparallel/spar
NotDoubleVerticalBar/npar/nparallel/nshortparallel/nspar wedge vee; 222B Integral Int iiint/tint
ContourIntegral/conint/oint Conint/DoubleContourIntegral Cconint cwint ClockwiseContourIntegral/cwconint
CounterClockwiseContourIntegral/awconint Therefore/therefore Because/becaus/because ratio Colon/Proportion
dotminus/minusd . mDDot homtht Tilde/thicksim/thksim backsim/bsim ac/mstpos acd VerticalTilde/wr/wreath
NotTilde/nsim EqualTilde/eqsim/esim TildeEqual/sime/simeq NotTildeEqual/nsime/nsimeq TildeFullEqual simne
NotTildeFullEqual/ncong TildeTilde/ap/approx/thickapprox/thkap NotTildeTilde/nap/napprox ape/approxeq apid
backcong/bcong CupCap/asympeq Bumpeq/HumpDownHump/bump HumpEqual/bumpe/bumpeq DotEqual/doteq/esdot doteqdot/eDot
efDot/fallingdotseq erDot/risingdotseq Assign/colone/coloneq ecolon/eqcolon ecir/eqcirc circeq/cire . wedgeq veeeq .
triangleq/trie; 225F equest/questeq NotEqual Congruent NotCongruent/nequiv . leq GreaterEqual/geq
LessFullEqual/lE/leqq GreaterFullEqual/gE/geqq lnE/lneqq gnE/gneqq Lt/NestedLessLess/ll Gt/NestedGreaterGreater/gg
between/twixt NotCupCap NotLess/nless/nlt NotGreater/ngt/ngtr NotLessEqual/nle/nleq NotGreaterEqual/nge/ngeq
LessTilde/lesssim/lsim GreaterTilde/gsim/gtrsim NotLessTilde/nlsim NotGreaterTilde/ngsim LessGreater/lessgtr/lg
GreaterLess/gl/gtrless NotLessGreater/ntlg NotGreaterLess/ntgl Precedes/pr/prec Succeeds/sc/succ
PrecedesSlantEqual/prcue/preccurlyeq SucceedsSlantEqual/sccue/succcurlyeq PrecedesTilde/precsim/prsim
SucceedsTilde/scsim/succsim NotPrecedes/npr/nprec NotSucceeds/nsc/nsucc subset Superset/supset . nsup
SubsetEqual/subseteq SupersetEqual/supseteq NotSubsetEqual/nsube/nsubseteq NotSupersetEqual/nsupe/nsupseteq
subne/subsetneq supne/supsetneq . cupdot UnionPlus/uplus SquareSubset/sqsub/sqsubset SquareSuperset/sqsup/sqsupset
SquareSubsetEqual/sqsube/sqsubseteq SquareSupersetEqual/sqsupe/sqsupseteq SquareIntersection/sqcap SquareUnion/sqcup
CirclePlus CircleMinus/ominus CircleTimes osol CircleDot/odot circledcirc/ocir circledast/oast . circleddash/odash
boxplus/plusb boxminus/minusb boxtimes/timesb dotsquare/sdotb RightTee/vdash LeftTee/dashv DownTee/top
UpTee/bot/bottom . models DoubleRightTee/vDash Vdash Vvdash VDash nvdash nvDash nVdash nVDash prurel .
LeftTriangle/vartriangleleft/vltri RightTriangle/vartriangleright/vrtri LeftTriangleEqual/ltrie/trianglelefteq
RightTriangleEqual/rtrie/trianglerighteq origof imof multimap/mumap hercon intcal/intercal veebar . barvee angrtvb
lrtri Wedge/bigwedge/xwedge Vee/bigvee/xvee Intersection/bigcap/xcap Union/bigcup/xcup Diamond/diam/diamond .
Star/sstarf divideontimes/divonx bowtie ltimes rtimes leftthreetimes/lthree rightthreetimes/rthree backsimeq/bsime
curlyvee/cuvee curlywedge/cuwed Sub/Subset Sup/Supset Cap Cup fork/pitchfork epar lessdot/ltdot gtdot/gtrdot Ll
Gg/ggg LessEqualGreater/leg/lesseqgtr GreaterEqualLess/gel/gtreqless; 22DE cuepr/curlyeqprec cuesc/curlyeqsucc
NotPrecedesSlantEqual/nprcue NotSucceedsSlantEqual/nsccue NotSquareSubsetEqual/nsqsube
NotSquareSupersetEqual/nsqsupe; 22E6 lnsim gnsim precnsim/prnsim scnsim/succnsim NotLeftTriangle/nltri/ntriangleleft
NotRightTriangle/nrtri/ntriangleright NotLeftTriangleEqual/nltrie/ntrianglelefteq
NotRightTriangleEqual/nrtrie/ntrianglerighteq vellip ctdot utdot dtdot disin isinsv isins isindot notinvc notinvb .
isinE nisd xnis nis notnivc notnivb; 2305 barwed/barwedge Barwed/doublebarwedge . LeftCeiling RightCeiling LeftFloor
RightFloor drcrop dlcrop urcrop ulcrop bnot . profline profsurf . telrec target; 231C ulcorn/ulcorner
urcorn/urcorner dlcorn/llcorner drcorn/lrcorner; 2322 frown/sfrown smile/ssmile; 232D cylcty profalar; 2336 topbot;
233D ovbar . solbar; 237C angzarr; 23B0 lmoust/lmoustache rmoust/rmoustache; 23B4 OverBracket/tbrk UnderBracket/bbrk
bbrktbrk; 23DC OverParenthesis UnderParenthesis OverBrace UnderBrace; 23E2 trpezium; 23E7 elinters; 2423 blank; 24C8
circledS/oS; 2500 HorizontalLine/boxh . boxv; 250C boxdr; 2510 boxdl; 2514 boxur; 2518 boxul; 251C boxvr; 2524
boxvl; 252C boxhd; 2534 boxhu; 253C boxvh; 2550 boxH boxV boxdR boxDr boxDR boxdL boxDl boxDL boxuR boxUr boxUR
boxuL boxUl boxUL boxvR boxVr boxVR boxvL boxVl boxVL boxHd boxhD boxHD boxHu boxhU boxHU boxvH boxVh boxVH; 2580
uhblk; 2584 lhblk; 2588 block; 2591 blk14 blk12 blk34; 25A1 Square/squ/square; 25AA
FilledVerySmallSquare/blacksquare/squarf/squf EmptyVerySmallSquare . rect marker; 25B1 fltns . bigtriangleup/xutri
blacktriangle/utrif triangle/utri; 25B8 blacktriangleright/rtrif rtri/triangleright; 25BD bigtriangledown/xdtri
blacktriangledown/dtrif dtri/triangledown; 25C2 blacktriangleleft/ltrif ltri/triangleleft; 25CA lozenge cir; 25EC
tridot; 25EF bigcirc/xcirc; 25F8 ultri urtri lltri EmptySmallSquare FilledSmallSquare; 2605 bigstar/starf star; 260E
phone; 2640 female . male; 2660 spadesuit; 2663 clubsuit . heartsuit diamondsuit; 266A sung; 266D flat natur/natural
sharp; 2713 check/checkmark; 2717 cross; 2720 malt/maltese; 2736 sext; 2758 VerticalSeparator; 2772 lbbrk rbbrk;
27C8 bsolhsub suphsol; 27E6 LeftDoubleBracket/lobrk RightDoubleBracket/robrk LeftAngleBracket/lang/langle
RightAngleBracket/rang/rangle Lang Rang loang roang; 27F5 LongLeftArrow/longleftarrow/xlarr
LongRightArrow/longrightarrow/xrarr LongLeftRightArrow/longleftrightarrow/xharr
DoubleLongLeftArrow/Longleftarrow/xlArr DoubleLongRightArrow/Longrightarrow/xrArr
DoubleLongLeftRightArrow/Longleftrightarrow/xhArr . longmapsto/xmap; 27FF dzigrarr; 2902 nvlArr nvrArr nvHarr Map;
290C lbarr bkarow/rbarr lBarr dbkarow/rBarr RBarr/drbkarow DDotrahd UpArrowBar DownArrowBar; 2916 Rarrtl; 2919
latail ratail lAtail rAtail larrfs rarrfs larrbfs rarrbfs; 2923 nwarhk nearhk hksearow/searhk hkswarow/swarhk nwnear
nesear/toea seswar/tosa swnwar; 2933 rarrc . cudarrr ldca rdca cudarrl larrpl; 293C curarrm cularrp; 2945 rarrpl;
2948 harrcir Uarrocir lurdshar ldrushar; 294E LeftRightVector RightUpDownVector DownLeftRightVector LeftUpDownVector
LeftVectorBar RightVectorBar RightUpVectorBar RightDownVectorBar DownLeftVectorBar DownRightVectorBar
LeftUpVectorBar LeftDownVectorBar LeftTeeVector RightTeeVector RightUpTeeVector RightDownTeeVector DownLeftTeeVector
DownRightTeeVector LeftUpTeeVector LeftDownTeeVector lHar uHar rHar dHar luruhar ldrdhar ruluhar rdldhar lharul
llhard rharul lrhard UpEquilibrium/udhar ReverseUpEquilibrium/duhar RoundImplies erarr simrarr larrsim rarrsim
rarrap ltlarr . gtrarr subrarr . suplarr lfisht rfisht ufisht dfisht; 2985 lopar ropar; 298B lbrke rbrke lbrkslu
rbrksld lbrksld rbrkslu langd rangd lparlt rpargt gtlPar ltrPar; 299A vzigzag . vangrt angrtvbd; 29A4 ange range
dwangle uwangle angmsdaa angmsdab angmsdac angmsdad angmsdae angmsdaf angmsdag angmsdah bemptyv demptyv cemptyv
raemptyv laemptyv ohbar omid opar . operp . olcross odsold . olcir ofcir olt ogt cirscir cirE solb bsolb; 29C9
boxbox; 29CD trisb rtriltri LeftTriangleBar RightTriangleBar; 29DC iinfin infintie nvinfin; 29E3 eparsl smeparsl
eqvparsl; 29EB blacklozenge/lozf; 29F4 RuleDelayed . dsol; 2A00 bigodot/xodot bigoplus/xoplus bigotimes/xotime .
biguplus/xuplus . bigsqcup/xsqcup; 2A0C iiiint/qint fpartint; 2A10 cirfnint awint rppolint scpolint npolint pointint
quatint intlarhk; 2A22 pluscir plusacir simplus plusdu plussim plustwo . mcomma minusdu; 2A2D loplus roplus Cross
timesd timesbar . smashp lotimes rotimes otimesas Otimes odiv triplus triminus tritime intprod/iprod; 2A3F amalg
capdot . ncup ncap capand cupor cupcap capcup cupbrcap capbrcup cupcup capcap ccups ccaps; 2A50 ccupssm; 2A53 And Or
andand oror orslope andslope . andv orv andd ord . wedbar; 2A66 sdote; 2A6A simdot; 2A6D congdot easter apacir apE
eplus pluse Esim Colone Equal . ddotseq/eDDot equivDD ltcir gtcir ltquest gtquest LessSlantEqual/leqslant/les
GreaterSlantEqual/geqslant/ges lesdot gesdot lesdoto gesdoto lesdotor gesdotol lap/lessapprox gap/gtrapprox lne/lneq
gne/gneq lnap/lnapprox gnap/gnapprox lEg/lesseqqgtr gEl/gtreqqless lsime gsime lsimg gsiml lgE glE lesges gesles
els/eqslantless egs/eqslantgtr elsdot egsdot el eg; 2A9D siml simg simlE simgE LessLess GreaterGreater . glj gla
ltcc gtcc lescc gescc smt lat smte late bumpE PrecedesEqual/pre/preceq SucceedsEqual/sce/succeq; 2AB3 prE scE
precneqq/prnE scnE/succneqq prap/precapprox scap/succapprox precnapprox/prnap scnap/succnapprox Pr Sc subdot supdot
subplus supplus submult supmult subedot supedot subE/subseteqq supE/supseteqq subsim supsim; 2ACB subnE/subsetneqq
supnE/supsetneqq; 2ACF csub csup csube csupe subsup supsub subsub supsup suphsub supdsub forkv topfork mlcp; 2AE4
Dashv/DoubleLeftTee . Vdashl Barv vBar vBarv . Vbar Not bNot rnmid cirmid midcir topcir nhpar parsim; 2AFD parsl;
FB00 fflig filig fllig ffilig ffllig; 1D49C Ascr . Cscr Dscr; 1D4A2 Gscr; 1D4A5 Jscr Kscr; 1D4A9 Nscr Oscr Pscr Qscr
. Sscr Tscr Uscr Vscr Wscr Xscr Yscr Zscr ascr bscr cscr dscr . fscr . hscr iscr jscr kscr lscr mscr nscr . pscr
qscr rscr sscr tscr uscr vscr wscr xscr yscr zscr; 1D504 Afr Bfr . Dfr Efr Ffr Gfr; 1D50D Jfr Kfr Lfr Mfr Nfr Ofr
Pfr Qfr . Sfr Tfr Ufr Vfr Wfr Xfr Yfr . afr bfr cfr dfr efr ffr gfr hfr ifr jfr kfr lfr mfr nfr ofr pfr qfr rfr sfr
tfr ufr vfr wfr xfr yfr zfr Aopf Bopf . Dopf Eopf Fopf Gopf . Iopf Jopf Kopf Lopf Mopf . Oopf; 1D54A Sopf Topf Uopf
Vopf Wopf Xopf Yopf . aopf bopf copf dopf eopf fopf gopf hopf iopf jopf kopf lopf mopf nopf oopf popf qopf ropf sopf
topf uopf vopf wopf xopf yopf zopf'''
# Names of two code points.
_PAIRS = '''\
NotEqualTilde:2242+338 NotGreaterFullEqual:2267+338 NotGreaterGreater:226B+338 NotGreaterSlantEqual:2A7E+338
NotHumpDownHump:224E+338 NotHumpEqual:224F+338 NotLeftTriangleBar:29CF+338 NotLessLess:226A+338
NotLessSlantEqual:2A7D+338 NotNestedGreaterGreater:2AA2+338 NotNestedLessLess:2AA1+338 NotPrecedesEqual:2AAF+338
NotRightTriangleBar:29D0+338 NotSquareSubset:228F+338 NotSquareSuperset:2290+338 NotSubset:2282+20D2
NotSucceedsEqual:2AB0+338 NotSucceedsTilde:227F+338 NotSuperset:2283+20D2 ThickSpace:205F+200A acE:223E+333
bne:3D+20E5 bnequiv:2261+20E5 caps:2229+FE00 cups:222A+FE00 fjlig:66+6A gesl:22DB+FE00 gvertneqq:2269+FE00
gvnE:2269+FE00 lates:2AAD+FE00 lesg:22DA+FE00 lvertneqq:2268+FE00 lvnE:2268+FE00 nGg:22D9+338 nGt:226B+20D2
nGtv:226B+338 nLl:22D8+338 nLt:226A+20D2 nLtv:226A+338 nang:2220+20D2 napE:2A70+338 napid:224B+338 nbump:224E+338
nbumpe:224F+338 ncongdot:2A6D+338 nedot:2250+338 nesim:2242+338 ngE:2267+338 ngeqq:2267+338 ngeqslant:2A7E+338
nges:2A7E+338 nlE:2266+338 nleqq:2266+338 nleqslant:2A7D+338 nles:2A7D+338 notinE:22F9+338 notindot:22F5+338
nparsl:2AFD+20E5 npart:2202+338 npre:2AAF+338 npreceq:2AAF+338 nrarrc:2933+338 nrarrw:219D+338 nsce:2AB0+338
nsubE:2AC5+338 nsubset:2282+20D2 nsubseteqq:2AC5+338 nsucceq:2AB0+338 nsupE:2AC6+338 nsupset:2283+20D2
nsupseteqq:2AC6+338 nvap:224D+20D2 nvge:2265+20D2 nvgt:3E+20D2 nvle:2264+20D2 nvlt:3C+20D2 nvltrie:22B4+20D2
nvrtrie:22B5+20D2 nvsim:223C+20D2 race:223D+331 smtes:2AAC+FE00 sqcaps:2293+FE00 sqcups:2294+FE00
varsubsetneq:228A+FE00 varsubsetneqq:2ACB+FE00 varsupsetneq:228B+FE00 varsupsetneqq:2ACC+FE00 vnsub:2282+20D2
vnsup:2283+20D2 vsubnE:2ACB+FE00 vsubne:228A+FE00 vsupnE:2ACC+FE00 vsupne:228B+FE00'''


def _html5():
    # Without a semicolon are known the names of Latin-1 and of markup.
    names = {}
    for name, code in name2codepoint.items():
        names[name + ';'] = chr(code)
        if code < 256:
            names[name] = chr(code)
    for run in _MORE.split(';'):
        first, *rest = run.split()
        for code, same in enumerate(rest, int(first, 16)):
            if same != '.':
                for name in same.split('/'):
                    names[name + ';'] = chr(code)
    for pair in _PAIRS.split():
        name, codes = pair.split(':')
        names[name + ';'] = ''.join(chr(int(code, 16)) for code in codes.split('+'))
    for name in ('AMP', 'COPY', 'GT', 'LT', 'QUOT', 'REG'):
        names[name] = names[name + ';']
    return names


html5 = _html5()
