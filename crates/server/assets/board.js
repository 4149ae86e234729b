"use strict";(()=>{var G=class extends Error{},tr=5,nr=150;async function M(r,e={}){for(let t=1;;t+=1){let n=await rr(r,e);if(n.why!=="busy"||n.out.length>0||t===tr)return n;await new Promise(s=>setTimeout(s,nr*t)),e.signal?.throwIfAborted()}}async function rr(r,{signal:e,line:t,remark:n,forget:s=!1}){let o;try{o=await fetch("/ask",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify(r),signal:e??null})}catch(l){throw v(l)?l:new G("The server does not answer. Is `pencilmark serve` still running?")}if(!o.ok||!o.body)throw new G((await o.text()).trim()||`The server says ${o.status}.`);let i={out:[],err:[],exit:null,why:null};for await(let{event:l,data:a}of sr(o.body))if(l==="out")s||i.out.push(a),t?.(a);else if(l==="err")i.err.push(a),n?.(a);else if(l==="end"){let d=JSON.parse(a);i.exit=d.exit,i.why=d.why}return i}async function k(r,e={}){let t=await M(r,e),n=t.out[0];if(n===void 0)throw new G(O(t));return JSON.parse(n)}function O(r){return r.why==="time"?"This took longer than the server allows.":r.why==="memory"?"This took more memory than the server allows.":r.why==="output"?"This says more than the server passes on.":r.why==="broken"?"The server could not answer this.":r.why==="busy"?"The server is busy. Try again in a moment.":r.err.map(e=>e.replace(/^pencilmark: /,"")).join(`
`)||"There is no answer."}var v=r=>r instanceof DOMException&&r.name==="AbortError";async function*sr(r){let e=r.pipeThrough(new TextDecoderStream).getReader(),t="",n="message",s=[];for(;;){let{value:o,done:i}=await e.read();if(i)return;t+=o;let l=t.split(`
`);t=l.pop()??"";for(let a of l){let d=a.endsWith("\r")?a.slice(0,-1):a;d===""?(s.length>0&&(yield{event:n,data:s.join(`
`)}),n="message",s=[]):d.startsWith("event:")?n=d.slice(6).trim():d.startsWith("data:")&&s.push(d.slice(d.startsWith("data: ")?6:5))}}}var E=class{controller=null;next(){return this.stop(),this.controller=new AbortController,this.controller.signal}stop(){this.controller?.abort(),this.controller=null}};var le=class{listeners=new Map;on(e,t){let n=this.listeners.get(e)??[];this.listeners.set(e,[...n,t])}tell(e,t){for(let n of this.listeners.get(e)??[])n(t)}};var Ne={digit:null,corner:[],centre:[],colour:[]},H=class r{entries=new Map;done=[];undone=[];at(e){return this.entries.get(e)??Ne}get filled(){return this.entries}get digits(){let e=new Map;for(let[t,{digit:n}]of this.entries)n!==null&&e.set(t,n);return e}get seconds(){let e=new Map;for(let[t,{second:n}]of this.entries)typeof n=="number"&&e.set(t,n);return e}get canUndo(){return this.done.length>0}get canRedo(){return this.undone.length>0}get steps(){return this.done.length}enter(e,t,n,s,o=!1){let i=n.filter(d=>e==="colour"||!s(d)),l=e==="corner"||e==="centre"?i.filter(d=>this.at(d).digit===null):i;if(l.length===0)return!1;let a=l.every(d=>or(this.at(d),e,t));return this.change(l,d=>a?ir(d,e,t):it(d,e,t,o))}clear(e,t){let n=e.filter(s=>!t(s));return n.some(s=>this.at(s).digit!==null)?this.change(n,s=>({...s,...Re([])})):n.some(s=>this.at(s).corner.length+this.at(s).centre.length>0)?this.change(n,s=>({...s,corner:[],centre:[]})):this.change(e,s=>({...s,colour:[]}))}fill(e){return this.change([...e.keys()],(t,n)=>({...t,centre:e.get(n)??[]}))}follow(e,t,n=!1){return this.change([...e.keys(),...t.keys()],(s,o)=>({...e.has(o)?it(s,"digit",e.get(o),n):s,centre:t.get(o)??s.centre}))}restart(){return this.change([...this.entries.keys()],()=>Ne)}undo(){let e=this.done.pop();return e?(this.undone.push(e),e.cells.forEach((t,n)=>this.put(t,e.before[n]??null)),e.cells):null}redo(){let e=this.undone.pop();return e?(this.done.push(e),e.cells.forEach((t,n)=>this.put(t,e.after[n]??null)),e.cells):null}save(){return{entries:[...this.entries],done:[...this.done],undone:[...this.undone]}}static load(e){let t=new r;return t.entries=new Map(e.entries),t.done=[...e.done],t.undone=[...e.undone],t}change(e,t){let n=[...new Set(e)].filter(i=>!lt(this.at(i),t(this.at(i),i)));if(n.length===0)return!1;let s=n.map(i=>this.entries.get(i)??null),o=n.map(i=>t(this.at(i),i));return this.done.push({cells:n,before:s,after:o}),this.undone=[],n.forEach((i,l)=>this.put(i,o[l]??null)),!0}put(e,t){t===null||lt(t,Ne)?this.entries.delete(e):this.entries.set(e,t)}};function or(r,e,t){return(e==="digit"?N(r):r[e]).includes(t)}var N=({digit:r,second:e})=>[r,e].filter(t=>typeof t=="number");function Re(r){let[e=null,t=null]=[...r].sort((n,s)=>n-s);return{digit:e,second:t}}function it(r,e,t,n){let s=N(r);return e==="digit"&&s.includes(t)?r:e==="digit"?{...r,...Re(n&&s.length===1?[...s,t]:[t])}:r[e].includes(t)?r:{...r,[e]:[...r[e],t].sort((o,i)=>o-i)}}function ir(r,e,t){return e==="digit"?{...r,...Re(N(r).filter(n=>n!==t))}:{...r,[e]:r[e].filter(n=>n!==t)}}function lt(r,e){let t=(n,s)=>n.length===s.length&&n.every((o,i)=>o===s[i]);return t(N(r),N(e))&&t(r.corner,e.corner)&&t(r.centre,e.centre)&&t(r.colour,e.colour)}var w=(r,e)=>Math.floor(r/e.columns),b=(r,e)=>r%e.columns;function x(r,e,t){return r>=0&&r<t.rows&&e>=0&&e<t.columns?r*t.columns+e:null}var A=(r,e)=>`r${w(r,e)+1}c${b(r,e)+1}`,lr=/^r(\d+)(?:-(\d+))?c(\d+)(?:-(\d+))?$/i;function I(r,e){let t=lr.exec(r);if(!t)return null;let n=at(t[1],t[2]),s=at(t[3],t[4]),o=n.flatMap(i=>s.map(l=>x(i-1,l-1,e)));return o.some(i=>i===null)?null:o}function at(r,e){let t=Number(r),n=e===void 0?t:Number(e);if(Math.abs(n-t)>64)return[0];let s=n<t?-1:1;return Array.from({length:Math.abs(n-t)+1},(o,i)=>t+s*i)}function U(r,e){let t=[],n=0;for(;n<r.length;){let s=ar(r,n,e);t.push(cr(r.slice(n,n+s),e)),n+=s}return t.join(" ")}function ar(r,e,t){let[n,s]=[r[e],r[e+1]];if(n===void 0||s===void 0)return 1;let o=w(s,t)-w(n,t),i=b(s,t)-b(n,t);if(Math.abs(o)+Math.abs(i)!==1)return 1;let l=2;for(;e+l<r.length;){let a=r[e+l-1],d=r[e+l];if(w(d,t)-w(a,t)!==o||b(d,t)-b(a,t)!==i)break;l+=1}return l}function cr(r,e){let t=r[0],n=r[r.length-1];if(r.length===1)return A(t,e);let[s,o]=[w(t,e)+1,b(t,e)+1],[i,l]=[w(n,e)+1,b(n,e)+1];return s===i?`r${s}c${o}-${l}`:`r${s}-${i}c${o}`}function ct(r,e){let[t,n]=[w(r,e),b(r,e)];return[x(t-1,n,e),x(t+1,n,e),x(t,n-1,e),x(t,n+1,e)].filter(o=>o!==null)}function Ie({error:r,errors:e}){if(r===void 0)return[];let t=(e??[]).map(({line:n=1,column:s=1,width:o,message:i,help:l})=>({line:n,column:s,message:i,...o===void 0?{}:{length:o},...l===void 0?{}:{help:l}}));return t.length>0?t:[{line:1,column:1,message:r}]}function De(r){let e={rows:r.rows,columns:r.columns},t=(r.clues??[]).map(({kind:o,numbers:i=[],cells:l=[]})=>({kind:o,numbers:i,lists:l.map(a=>a.flatMap(d=>I(d,e)??[]))})),n=new Map;for(let o of t)if(o.kind==="given")for(let i of o.lists.flat())n.set(i,o.numbers[0]);let s=r.rules??"";return{...e,title:r.title??"",author:r.author??"",source:r.source??"",rules:typeof s=="string"?s:s.join(`
`),low:r.digits[0],high:r.digits[1],clues:t,givens:n,two:t.some(({kind:o})=>o==="schroedinger-cells"),wrong:new Map}}function dt(r,e){let t=new Map([...e].filter(([n])=>n<r.rows*r.columns));return t.size===0?r:{...r,givens:new Map([...r.givens,...t]),wrong:t}}var ut=De({rows:9,columns:9,digits:[1,9]}),ht=r=>r.lists.flat();function pt(r,e){return e>9&&r>9&&e<=35?String.fromCharCode(55+r):String(r)}var ae=class{chosen=[];cursor=0;get cells(){return this.chosen}has(e){return this.chosen.includes(e)}only(e){this.chosen=[e],this.cursor=e}add(e){this.has(e)||this.chosen.push(e),this.cursor=e}trace(e,t){let{length:n}=this.chosen,s=n>1&&this.chosen[0]===this.chosen[n-1];if(n>1&&this.chosen[n-2]===e)this.chosen=this.chosen.slice(0,-1);else{if(s)return;t&&n>2&&this.chosen[0]===e?this.chosen=[...this.chosen,e]:this.add(e)}this.cursor=e}remove(e){this.chosen=this.chosen.filter(t=>t!==e),this.cursor=e}set(e){this.chosen=[...new Set(e)];let t=this.chosen[this.chosen.length-1];t!==void 0&&!this.has(this.cursor)&&(this.cursor=t)}none(){this.chosen=[]}invert(e){let t=Array.from({length:e.rows*e.columns},(n,s)=>s);this.chosen=t.filter(n=>!this.has(n))}move(e,t,n,s){let o=(w(this.cursor,s)+e+s.rows)%s.rows,i=(b(this.cursor,s)+t+s.columns)%s.columns,l=x(o,i,s)??0;n?(this.has(this.cursor)||this.none(),this.add(this.cursor),this.add(l)):this.only(l)}fit(e){let t=e.rows*e.columns;this.chosen=this.chosen.filter(n=>n<t),this.cursor>=t&&(this.cursor=0)}};async function mt(r){let e=await ft(new Blob([r]).stream(),new CompressionStream("deflate-raw"));return"#p="+ur(e)}async function Y(r){if(!r.startsWith("#p="))return null;try{let e=hr(r.slice(3)),t=await ft(new Blob([e]).stream(),new DecompressionStream("deflate-raw"));return new TextDecoder("utf-8",{fatal:!0}).decode(t)}catch{return null}}var dr=2e6;async function ft(r,e){let t=r.pipeThrough(e).getReader(),n=[],s=0;for(;;){let{value:l,done:a}=await t.read();if(a)break;if(s+=l.length,s>dr)throw new RangeError("too long");n.push(l)}let o=new Uint8Array(s),i=0;for(let l of n)o.set(l,i),i+=l.length;return o}function ur(r){let e="";for(let t of r)e+=String.fromCharCode(t);return btoa(e).replaceAll("+","-").replaceAll("/","_").replaceAll("=","")}function hr(r){let e=atob(r.replaceAll("-","+").replaceAll("_","/"));return Uint8Array.from(e,t=>t.charCodeAt(0))}var gt=new Set(["title","author","source","rules"]),te=new Set([...gt,"grid","digits","rows","columns","boxes","var","let","layer","define"]);function z(r,e){let t=r.split(`
`),n=[];for(let s=0;s<t.length;s+=1){let o=ee(t[s]),i=(/^\s*(\S+)/.exec(o)?.[1]??"").toLowerCase();if(i===""||i==="---")continue;let l=s;(i==="givens"||i==="regions")&&(l=pr(t,s));let a=t.slice(s,l+1).map(ee).filter(u=>u!==""),d=i==="givens"?fr(a.slice(1),e):mr(o,e);n.push({first:s,last:l,kind:i,text:a.join(`
`).trim(),cells:d}),s=l}return n}function pr(r,e){let t=e;for(let n=e+1;n<r.length;n+=1){let s=ee(r[n]);if(s!==""){if(!/^\s/.test(s))break;t=n}}return t}function ee(r){let e=/^\s*(\S+)/.exec(r)?.[1]?.toLowerCase()??"";return gt.has(e)?r.trimEnd():r.replace(/#.*$/,"").trimEnd()}function mr(r,e){return r.split(/[^0-9A-Za-z-]+/).flatMap(t=>I(t,e)??[])}var fr=(r,e)=>yt(r,e,1).map(([t])=>t);function yt(r,e,t){return r.slice(0,e.rows).flatMap((n,s)=>{let o=n.trim().split(/\s+/);return(o.length===e.columns?o:[...o.join("")]).slice(0,e.columns).flatMap((l,a)=>{let d=/^[A-Za-z]$/.test(l)?l.toUpperCase().charCodeAt(0)-55:Number(l);return l==="_"||l==="."||d<t||!Number.isInteger(d)?[]:[[s*e.columns+a,d]]})})}function J(r,e,t=1){let n=new Map;for(let{kind:s,text:o}of z(r,e)){if(s==="givens")for(let[l,a]of yt(o.split(`
`).slice(1),e,t))n.set(l,a);if(s!=="given")continue;let i=[];for(let l of o.split(/[\s,=]+/).slice(1)){let a=I(l,e);if(a)i.push(...a);else if(/^\d+$/.test(l)){for(let d of i)n.set(d,Number(l));i=[]}}}return n}function wt(r,e){let t=r.trimEnd();return t===""?`${e}
`:`${t}
${e}
`}function D(r,e,t=!1){return r.split(`
`).filter((o,i)=>!e.some(({first:l,last:a})=>i>=l&&i<=a)||t&&/^\s*#/.test(o)).join(`
`)}function He(r,e,t){let n=r.split(`
`);return n.splice(e.first,e.last-e.first+1,...t.split(`
`)),n.join(`
`)}function bt(r,e,t,n){let s=t.split(`
`).map(a=>a.trim()).filter(a=>a!=="").map(a=>`${e} ${a}`).join(`
`),[o,...i]=z(r,n).filter(a=>a.kind===e);if(!o)return s===""?r:`${s}
${r}`;let l=D(r,i);return s===""?D(l,[o]):He(l,o,s)}function ce(r,e,t){let n=z(r,t).filter(({kind:a})=>a==="givens"||a==="given"),s=D(r,n,!0).trimEnd(),o=[...e.keys()].sort((a,d)=>a-d);if(o.length===0)return`${s}
`;if(o.length<5){let a=o.map(d=>`given ${A(d,t)} ${e.get(d)}`);return`${s}
${a.join(`
`)}
`}let i=[...e.values()].some(a=>a>9),l=Array.from({length:t.rows},(a,d)=>Array.from({length:t.columns},(u,h)=>e.get(d*t.columns+h)?.toString()??".").join(i?" ":""));return`${s}
givens
${l.map(a=>`  ${a}`).join(`
`)}
`}function vt(r,e){let t=r.split(`
`).find(s=>s.trim()!==""&&!s.trim().startsWith("#")),n=/^\s*([a-z-]+)(\s|$)/i.exec(t??"")?.[1]?.toLowerCase();return n!==void 0&&(te.has(n)||n==="givens"||n==="regions"||e.has(n))}function Fe(r){let e=r.split(/^[ \t]*---[ \t]*$/m);return e.length===1?[r]:e.filter(t=>t.split(`
`).some(n=>ee(n).trim()!=="")).map(t=>`${t.trim()}
`)}function de(r){if(Fe(r).length<2)return null;let e=r.split(`
`),t=e.findIndex(n=>ee(n).trim()!==""&&n.trim()!=="---");return e.findIndex((n,s)=>s>t&&n.trim()==="---")+1}var Ge="# Not taken over: ";function xt(r,e){return[...e.map(t=>`${Ge}${t.replace(/\s+/g," ")}`),r].join(`
`)}function ue(r){return r.split(`
`).filter(e=>e.startsWith(Ge)).map(e=>e.slice(Ge.length))}var kt="pencilmark.tab",St="pencilmark.last",pe="pencilmark.played.",_t="pencilmark.settings";var gr={theme:"auto",timer:!0,conflicts:!0,candidates:!0,fixed:!1};function Be(r){he(sessionStorage,kt,r),he(localStorage,St,r)}function Ct(){return ne(sessionStorage,kt)??ne(localStorage,St)}function Mt(r,e){he(localStorage,pe+Lt(r),e)}function Ke(r){return ne(localStorage,pe+Lt(r))}function At(){return{...gr,...ne(localStorage,_t)}}function zt(r){he(localStorage,_t,r)}function Lt(r){let e=r.replace(/^\s*#.*$/gm,"").replace(/[ \t]+/g," ").replace(/\s*\n\s*/g,`
`).trim(),[t,n]=[2166136261,16777619];for(let s=0;s<e.length;s+=1){let o=e.charCodeAt(s);t=Math.imul(t^o,16777619)>>>0,n=Math.imul(n^o+s,2246822507)>>>0}return t.toString(36)+n.toString(36)}function ne(r,e){try{let t=r.getItem(e);return t===null?null:JSON.parse(t)}catch{return null}}function he(r,e,t){try{r.setItem(e,JSON.stringify(t))}catch{Et(r);try{r.setItem(e,JSON.stringify(t))}catch{return}}e.startsWith(pe)&&Et(r)}function Et(r){try{let e=Object.keys(r).filter(n=>n.startsWith(pe));if(e.length<=60)return;let t=e.map(n=>({key:n,when:ne(r,n)?.when??0}));t.sort((n,s)=>n.when-s.when);for(let{key:n}of t.slice(0,e.length-60))r.removeItem(n)}catch{}}var me=class{constructor(e=()=>performance.now()){this.now=e}now;before=0;since=null;get seconds(){let e=this.since===null?0:(this.now()-this.since)/1e3;return this.before+e}get runs(){return this.since!==null}start(){this.since??=this.now()}stop(){this.before=this.seconds,this.since=null}set(e){this.before=e,this.since=this.since===null?null:this.now()}};function Pt(r){let e=Math.floor(r),[t,n,s]=[Math.floor(e/3600),Math.floor(e/60)%60,e%60],o=i=>String(i).padStart(2,"0");return t>0?`${t}:${o(n)}:${o(s)}`:`${n}:${o(s)}`}function fe(r){let e=/^[ \t]*grid[ \t]+(\d+)(?:[ \t]*x[ \t]*(\d+))?/im.exec(r),t=Math.min(64,Number(e?.[1]??9));return{rows:t,columns:Math.min(64,Number(e?.[2]??t))}}function $t(r,e){let t=fe(r),n=z(r,t),s=/^[ \t]*digits[ \t]+0/im.test(r)?0:1,o=J(r,t,s),i=r.split(`
`),l=new Map,a=!1;for(let{line:h,message:m}of e){let f=n.find(({first:S,last:P})=>h-1>=S&&h-1<=P),y=(f?.kind==="givens"||f?.kind==="given"?(m.match(/\br\d+c\d+\b/g)??[]).flatMap(S=>I(S,t)??[]):[]).filter(S=>o.has(S));for(let S of y)l.set(S,o.get(S));y.length>0||f?.kind==="givens"?a=!0:i.fill("",f?.first??h-1,(f?.last??h-1)+1)}let d=i.join(`
`);if(!a)return{text:d,wrong:l};let u=[...J(d,t,s)].filter(([h])=>!l.has(h));return{text:ce(d,new Map(u),t),wrong:l}}var yr=900,wr=4,je="another puzzle starts here; a board has one",ge=class extends le{constructor(t){super();this.speak=t}speak;text=`grid 9
`;puzzle=ut;picture="";paper=null;problems=[];shown=null;play=new H;layer="digit";view="play";kinds=[];selection=new ae;timer=new me;settings=At();reading=new E;past=[];future=[];playedText=null;typedAt=Number.NEGATIVE_INFINITY;say(t){this.speak(t)}get dark(){return this.settings.theme!=="auto"?this.settings.theme==="dark":matchMedia("(prefers-color-scheme: dark)").matches}async loadKinds(){let t=await M({ask:"variants"});this.kinds=t.out.map(n=>JSON.parse(n))}async open(t,n=!1,s=null){let o=new Set(this.kinds.flatMap(({name:u,aliases:h})=>[u,...h])),l=(await Y(/#p=\S+$/.exec(t.trim())?.[0]??"")??t).replace(/\r\n?/g,`
`),a=1;if(vt(l,o)){if(!n){let u=Fe(l);l=u[0]??l,a=Math.max(1,u.length)}}else{let{out:u,...h}=await M({ask:"convert",text:l.trim(),to:"pencil"});if(u[0]===void 0)throw new G(O({out:u,...h}));let m=JSON.parse(u[0]);if(m.text===void 0)throw new G(m.error??"This is no puzzle that we know.");l=xt(m.text,[...m.warnings??[],...m.lost??[]]),a=u.length}[this.past,this.future]=[[],[]],this.selection.set([]),this.selection.cursor=0,this.playedText=null,this.tell("opened",null),this.take(l),await this.refresh(),this.restore(s);let d=n?[]:ue(l);return[...a>1?[`It is the first of ${a}.`]:[],...d.length>0?[`Not taken over: ${d.join("; ")}.`]:[]]}edit(t,n=!1){if(t===this.text)return;let s=performance.now();(!n||s-this.typedAt>yr)&&this.past.push(this.text),this.typedAt=n?s:Number.NEGATIVE_INFINITY,this.future=[],this.take(t),this.refresh()}undoEdit(){return this.travel(this.past,this.future)}redoEdit(){return this.travel(this.future,this.past)}get canUndoEdit(){return this.past.length>0}get canRedoEdit(){return this.future.length>0}setView(t){this.carry(),this.view!==t&&this.selection.none(),this.view=t,Be({text:this.text,view:t,played:this.playedText}),this.tell("view",t),this.tell("scene",null)}setLayer(t){this.layer=t,this.tell("layer",t)}changeSettings(t){Object.assign(this.settings,t),zt(this.settings),this.tell("settings",this.settings),this.tell("scene",null)}get digits(){return new Map([...this.play.digits].filter(([t])=>!this.isGiven(t)))}get seconds(){return new Map([...this.play.seconds].filter(([t])=>!this.isGiven(t)))}isGiven=t=>this.puzzle.givens.has(t);played(){this.keepProgress(),this.tell("play",null),this.tell("played",null),this.tell("scene",null)}keepProgress(){Mt(this.playedText??this.text,{play:this.play.save(),seconds:this.timer.seconds,when:Date.now()})}async loadPaper(){let t=this.shown;if(this.paper!==null||t===null)return;let n=await k({ask:"draw",text:t,theme:"print"});this.shown===t&&(this.paper=n.text??null)}async refresh(){let t=this.dark?"dark":"light",n=this.reading.next(),s=de(this.text),o=s===null?this.text:this.text.split(`
`).slice(0,s-1).join(`
`);try{let[i,l]=await Tt(o,t,n),a=Ie(i.error===void 0?l:i),d=s===null?[]:[{line:s,column:1,length:3,message:je}],u={text:o,wrong:new Map},h=new Map;for(let m=a,f=0;m.length>0&&f<wr;f+=1){u=$t(u.text,m);for(let[g,y]of u.wrong)h.set(g,y);[i,l]=await Tt(u.text,t,n),m=Ie(i.error===void 0?l:i)}if(n.aborted)return;this.problems=[...a,...d],i.text!==void 0&&l.text!==void 0&&(this.puzzle=dt(De(JSON.parse(i.text)),h),this.picture=l.text,this.shown=this.problems.length===0?o:null,this.paper=null,t==="dark"&&this.shown!==null&&this.loadPaper().catch(()=>{}),this.selection.fit(this.puzzle),this.tell("puzzle",this.puzzle)),this.tell("problems",this.problems),this.tell("scene",null)}catch(i){if(v(i))return;this.say(i instanceof Error?i.message:String(i))}}carry(){let{playedText:t,text:n}=this;if(t===null||t===n)return;let[s,o]=[fe(t),fe(n)];if(s.rows!==o.rows||s.columns!==o.columns){this.restore();return}this.playedText=n,(this.play.filled.size>0||this.play.canUndo)&&this.keepProgress(),this.tell("play",null)}restore(t=null){this.playedText=this.text;let n=(t===null?null:Ke(t))??Ke(this.text);this.play=n?H.load(n.play):new H,this.timer.set(n?.seconds??0),n&&t!==null&&t!==this.text&&this.keepProgress(),this.tell("play",null),this.tell("scene",null)}take(t){this.text=t,Y(location.hash).then(n=>{n!==null&&n!==this.text&&history.replaceState(null,"",location.pathname)}),Be({text:t,view:this.view,played:this.playedText}),this.tell("text",t)}travel(t,n){let s=t.pop();return s===void 0?!1:(n.push(this.text),this.take(s),this.refresh(),!0)}};function Tt(r,e,t){return Promise.all([k({ask:"read",text:r},{signal:t}),k({ask:"draw",text:r,theme:e},{signal:t})])}var br="http://www.w3.org/2000/svg";function c(r,e={},...t){let n=document.createElement(r);for(let[s,o]of Object.entries(e))typeof o=="function"?n.addEventListener(s,o):o===!0?n.setAttribute(s,""):o!==!1&&o!==null&&o!==void 0&&n.setAttribute(s,String(o));return n.append(...Ot(t)),n}function _(r,e={},...t){let n=document.createElementNS(br,r);for(let[s,o]of Object.entries(e))n.setAttribute(s,String(o));return n.append(...Ot(t)),n}function Ot(r){return r.filter(e=>e!=null&&e!==!1)}function p(r,e,t={}){return c("button",{type:"button",click:e,...t},r)}function C(r,e,t){return c("label",{class:"field"},c("span",{},r),e,t?c("small",{},t):null)}function T(r,e,t,n={}){let s=c("select",n,...r.map(([o,i])=>c("option",{value:o},i)));return s.value=e,s.addEventListener("change",()=>t(s.value)),s}function B(r){let e=document.getElementById(r);if(!e)throw new Error(`the page has no #${r}`);return e}var vr={first:"M5 4v16h2.5V4zM20 4 9 12l11 8z",previous:"M17 4 6 12l11 8z",next:"M7 4l11 8L7 20z",last:"M16.5 4v16H19V4zM4 4l11 8L4 20z"};function re(r){return _("svg",{viewBox:"0 0 24 24",width:18,height:18,class:"icon","aria-hidden":"true"},_("path",{d:vr[r],fill:"currentColor"}))}var xr=new Set(["row","column","box","given"]),Nt=new WeakMap;function Rt(r){let e=Nt.get(r);if(e)return e;let t=new Map,n=0;for(let s of r.clues)if(!xr.has(s.kind)){s.kind==="region"&&(n+=1);for(let o of new Set(s.lists.flat()))t.set(o,[...t.get(o)??[],Er(s,o,n,r)])}return Nt.set(r,t),t}function Er({kind:r,numbers:e,lists:t},n,s,o){if(r==="region")return`in region ${s}`;let i=[r.replaceAll("-"," "),...e].join(" "),[l=[],...a]=t;return r==="cage"?`in ${i} with ${l.filter(d=>d!==n).map(d=>A(d,o)).join(" ")}`:a.length>0?`in ${i} ${t.map(d=>U(d,o)).join(" and ")}`:l.length===1?i:`cell ${l.indexOf(n)+1} of ${i} ${U(l,o)}`}function L(r){return{puzzle:r,digits:r.wrong,seconds:new Map,corner:new Map,centre:new Map,colours:new Map,marks:new Map,conflicts:new Set(r.wrong.keys()),shapes:[],filter:null}}function It(r,e){let{puzzle:t}=r,n=[`row ${Math.floor(e/t.columns)+1} column ${e%t.columns+1}`],s=t.givens.get(e),o=r.digits.get(e);s!==void 0?n.push(String(s),"given"):o!==void 0?n.push([o,r.seconds.get(e)].filter(a=>a!==void 0).join(" and ")):n.push("empty");let i=[...r.marks.get(e)??[]].filter(([,a])=>!qe.has(a)).map(([a])=>a);i.length>0&&o===void 0&&s===void 0&&n.push(`candidates ${i.join(" ")}`),o===void 0&&(r.centre.get(e)?.length&&n.push(`centre ${r.centre.get(e)?.join(" ")}`),r.corner.get(e)?.length&&n.push(`corner ${r.corner.get(e)?.join(" ")}`));let l=r.colours.get(e)??[];return l.length>0&&n.push(`colour ${l.map(a=>K[a]?.name??a).join(" and ")}`),r.conflicts.has(e)&&n.push("in conflict"),n.push(...Rt(t).get(e)??[]),n.join(", ")}var qe=new Set(["black","blue","orange"]),K=[{name:"white",value:"#ffffff"},{name:"grey",value:"#b4b8c0"},{name:"red",value:"#ff9c9c"},{name:"orange",value:"#ffc078"},{name:"yellow",value:"#ffe877"},{name:"green",value:"#a6e39b"},{name:"teal",value:"#86dfd4"},{name:"blue",value:"#a5c8ff"},{name:"purple",value:"#cdb4f5"},{name:"pink",value:"#f7b2e0"}];var kr={black:.035,blue:.0455,orange:.056},Dt=[[.17,.2],[.83,.2],[.17,.82],[.83,.82],[.5,.2],[.5,.82],[.17,.5],[.83,.5],[.5,.5]];function Sr(r,e){let t=r.high-r.low+1,n=Math.max(1,Math.ceil(Math.sqrt(t))),s=e?.22:.08,o=e?.12:.08,[i,l]=[(1-2*o)/n,(.92-s)/n];return{size:.86*Math.min(i,l*1.06),at:a=>{let d=a-r.low;return[o+i*(d%n+.5),s+l*(Math.floor(d/n)+.5)]}}}var ye=(r,e)=>[b(r,e)+.5,w(r,e)+.5];function F(r,e,t,n,s){return _("text",{x:e,y:t+.36*n,"font-size":n,class:s,"text-anchor":"middle"},r)}function Ht(r){let e=[];for(let[t,n]of r.colours)e.push(...Cr(t,n,r.puzzle));for(let t of r.shapes){if(t.kind==="clue")for(let n of t.cells)e.push(se(n,r.puzzle,0,"tint"));t.kind==="place"&&e.push(se(t.cell,r.puzzle,0,"tint-place"))}if(r.filter!==null)for(let t of _r(r,r.filter))e.push(se(t,r.puzzle,0,"tint-filter"));for(let t of r.conflicts)e.push(se(t,r.puzzle,0,"tint-wrong"));return e}function _r(r,e){return Array.from({length:r.puzzle.rows*r.puzzle.columns},(n,s)=>s).filter(n=>{let s=r.puzzle.givens.get(n)??r.digits.get(n);if(s!==void 0)return s===e||r.seconds.get(n)===e;let o=r.marks.get(n)?.get(e);return o!==void 0&&!qe.has(o)||r.centre.get(n)?.includes(e)||r.corner.get(n)?.includes(e)})}function se(r,e,t,n){return _("rect",{x:b(r,e)+t,y:w(r,e)+t,width:1-2*t,height:1-2*t,class:n})}function Cr(r,e,t){let[n,s]=[b(r,t),w(r,t)],o=1/e.length;return e.map((i,l)=>{let a=e.length>1?.12:0,[d,u]=[n+l*o,n+(l+1)*o],h=(g,y)=>y?g:g+a,m=(g,y)=>y?g:g-a,f=[[h(d,l===0),s],[h(u,l===e.length-1),s],[m(u,l===e.length-1),s+1],[m(d,l===0),s+1]];return _("polygon",{points:f.map(g=>g.join(",")).join(" "),class:"colour",fill:K[i]?.value??"#ccc"})})}function Ft(r,e,t){let n=[],{puzzle:s}=r,o=Sr(s,t.size>0);for(let[i,l]of r.marks){if(r.digits.has(i)||s.givens.has(i))continue;let a=l.size===1?[...l][0]:void 0;if(a?.[1]==="once"||a?.[1]==="many"||a?.[1]==="some")n.push(Ar(i,a[0],s));else for(let[d,u]of l)n.push(Mr(i,d,u,o,s))}for(let[i,l]of r.digits){if(s.givens.has(i)&&!s.wrong.has(i))continue;let[a,d]=ye(i,s),u=r.conflicts.has(i)?"digit wrong":"digit",h=r.seconds.get(i);h===void 0?n.push(F(String(l),a,d,l>9?.56:.65,u)):n.push(F(String(l),a-.22,d-.1,h>9?.34:.44,u),F(String(h),a+.22,d+.1,h>9?.34:.44,u),_("path",{d:`M${a-.16} ${d+.3}L${a+.16} ${d-.3}`,class:"between"}))}for(let[i,l]of r.corner)r.digits.has(i)||n.push(...zr(i,l,s,t.has(i)));for(let[i,l]of r.centre)r.digits.has(i)||n.push(...Lr(i,l,s));for(let i of r.shapes)n.push(...Pr(i,o,s));return e.size>0&&n.push($r(e,s)),n}function Mr(r,e,t,n,s){let[o,i]=n.at(e),[l,a]=[b(r,s)+o,w(r,s)+i],d=kr[t];return d!==void 0?_("circle",{cx:l,cy:a,r:d,class:`dot ${t}`}):F(String(e),l,a,e>9?.8*n.size:n.size,`mark ${t}`)}function Ar(r,e,t){let[n,s]=ye(r,t);return F(String(e),n,s+.03,.5,"digit forced")}function zr(r,e,t,n){let[s,o]=[b(r,t),w(r,t)],i=n?Dt.slice(1):Dt;return e.map((l,a)=>{let[d,u]=i[a]??[.5,.5];return F(String(l),s+d,o+u,.23,"mark plain")})}function Lr(r,e,t){if(e.length===0)return[];let[n,s]=ye(r,t),o=t.high>9,i=o?e.join(" ").length:e.length,l=i<=5?.27:Math.max(.1,1.42/i);return[F(e.join(o?" ":""),n,s,l,"mark plain")]}function Pr(r,e,t){let n=(s,o)=>{let[i,l]=e.at(o);return[b(s,t)+i,w(s,t)+l]};switch(r.kind){case"clue":return[Bt(new Set(r.cells),t,.05,"frame-clue")];case"place":{let[s,o]=ye(r.cell,t);return[se(r.cell,t,.09,"frame-place"),F(String(r.digit),s,o,.6,"digit ghost")]}case"remove":{let[s,o]=n(r.cell,r.digit),i=e.size*.5;return[_("path",{d:`M${s-i} ${o+i}L${s+i} ${o-i}`,class:"strike"})]}case"ring":{let[s,o]=n(r.cell,r.digit);return[_("circle",{cx:s,cy:o,r:e.size*.6,class:`ring ${r.role}`})]}case"link":{let[s,o]=n(...r.from),[i,l]=n(...r.to);return[_("line",{x1:s,y1:o,x2:i,y2:l,class:r.strong?"link strong":"link"})]}case"wrong":{let[s,o]=[b(r.cell,t)+.87,w(r.cell,t)+.13];return[_("path",{d:`M${s-.07} ${o-.07}L${s+.07} ${o+.07}M${s-.07} ${o+.07}L${s+.07} ${o-.07}`,class:"cross"})]}}}var $r=(r,e)=>Bt(r,e,.06,"selection");function Bt(r,e,t,n){let s=(i,l)=>i>=0&&l>=0&&i<e.rows&&l<e.columns&&r.has(i*e.columns+l),o=[];for(let i of r){let[l,a]=[w(i,e),b(i,e)],d=[[-1,0],[1,0],[0,-1],[0,1]];for(let[u,h]of d){if(s(l+u,a+h))continue;let[m,f]=[Math.abs(h),Math.abs(u)],g=$=>s(l+$*m,a+$*f)?$*(s(l+u+$*m,a+h+$*f)?.5+t:.5):$*(.5-t),[y,S]=[a+.5+h*(.5-t),l+.5+u*(.5-t)],P=$=>`${Gt(y+f*$)} ${Gt(S+m*$)}`;o.push(`M${P(g(-1))}L${P(g(1))}`)}}return _("path",{d:o.join(""),class:n})}var Gt=r=>Math.round(r*1e3)/1e3;var we=class{element;under=_("svg",{class:"layer","aria-hidden":"true"});picture=c("div",{class:"layer picture","aria-hidden":"true"});over=_("svg",{class:"layer","aria-hidden":"true"});grid=c("div",{role:"grid",class:"cells","aria-label":"Puzzle","aria-multiselectable":"true"});cells=[];scene;view={x:-.12,y:-.12,width:9.24,height:9.24};drawn=this.view;margin=!1;labelled=new Set;constructor(e){this.scene=L(e),this.element=c("div",{class:"board"},this.under,this.picture,this.over,this.grid),this.makeGrid(e),this.fit()}setPicture(e,t){let n=new DOMParser().parseFromString(t,"image/svg+xml").documentElement,s=(n.getAttribute("viewBox")??"").split(/\s+/).map(Number),[o=0,i=0,l=e.columns,a=e.rows]=s,d=n.querySelector("rect"),u=d?.getAttribute("fill");d&&u&&(this.element.style.setProperty("--board-paper",u),this.element.toggleAttribute("data-dark",Number.parseInt(u.slice(1,3),16)<128),d.remove());let h=Number.POSITIVE_INFINITY;for(let f of n.querySelectorAll("text:not([text-anchor])"))Number(f.getAttribute("y"))<=e.rows||(h=Math.min(h,Number(f.getAttribute("y"))-.35),f.remove());this.drawn={x:o,y:i,width:l,height:Math.min(a,Math.max(h-i,e.rows+.12-i))},this.labelled=Tr(n,e),n.removeAttribute("role"),n.querySelector("title")?.remove(),n.setAttribute("class","layer"),this.picture.replaceChildren(document.importNode(n,!0));let m=this.scene.puzzle;(m.rows!==e.rows||m.columns!==e.columns||this.cells.length===0)&&this.makeGrid(e),this.grid.setAttribute("aria-label",e.title===""?"Puzzle":e.title),this.scene=L(e),this.fit()}setMargin(e){this.margin=e,this.fit()}draw(e,t){this.scene=e;let n=new Set(t.cells);this.under.replaceChildren(...Ht(e)),this.over.replaceChildren(...Ft(e,n,this.labelled)),this.cells.forEach((s,o)=>{s.setAttribute("aria-label",It(e,o)),s.setAttribute("aria-selected",String(n.has(o))),s.tabIndex=o===t.cursor?0:-1})}focus(e){this.cells[e.cursor]?.focus({preventScroll:!0})}onFocus(e){this.grid.addEventListener("focusin",t=>{let n=this.cells.indexOf(t.target);n>=0&&e(n)})}get hasFocus(){return this.grid.contains(document.activeElement)}pointAt(e){let t=this.element.getBoundingClientRect();return{x:this.view.x+(e.clientX-t.left)/t.width*this.view.width,y:this.view.y+(e.clientY-t.top)/t.height*this.view.height}}makeGrid(e){this.cells=Array.from({length:e.rows*e.columns},(n,s)=>c("div",{role:"gridcell",class:"cell",tabindex:-1,"aria-colindex":b(s,e)+1,"data-cell":`r${w(s,e)+1}c${b(s,e)+1}`}));let t=Array.from({length:e.rows},(n,s)=>c("div",{role:"row",class:"row","aria-rowindex":s+1},...this.cells.slice(s*e.columns,(s+1)*e.columns)));this.grid.setAttribute("aria-rowcount",String(e.rows)),this.grid.setAttribute("aria-colcount",String(e.columns)),this.grid.replaceChildren(...t),this.grid.style.setProperty("--rows",String(e.rows)),this.grid.style.setProperty("--columns",String(e.columns))}fit(){let{rows:e,columns:t}=this.scene.puzzle,n=this.margin?1.12:0,s=Math.min(this.drawn.x,-n),o=Math.min(this.drawn.y,-n),i=Math.max(this.drawn.x+this.drawn.width,t+n),l=Math.max(this.drawn.y+this.drawn.height,e+n);this.view={x:s,y:o,width:i-s,height:l-o};let a=`${s} ${o} ${this.view.width} ${this.view.height}`;for(let u of[this.under,this.over,...this.picture.children])u.setAttribute("viewBox",a),u.removeAttribute("width"),u.removeAttribute("height");this.element.style.aspectRatio=`${this.view.width} / ${this.view.height}`,this.element.style.setProperty("--ratio",String(this.view.width/this.view.height));let d=(u,h)=>`${100*u/h}%`;Object.assign(this.grid.style,{left:d(-s,this.view.width),top:d(-o,this.view.height),width:d(t,this.view.width),height:d(e,this.view.height)})}};function Tr(r,e){let t=new Set;for(let n of r.querySelectorAll("text")){let[s,o]=[Number(n.getAttribute("x")),Number(n.getAttribute("y"))];if(Number(n.getAttribute("font-size"))>.3)continue;let[i,l]=[Math.floor(s),Math.floor(o)];i<0||l<0||i>=e.columns||l>=e.rows||s-i<.4&&o-l<.4&&t.add(l*e.columns+i)}return t}function j(r,...e){let t=c("h2",{id:`dialog-${r.toLowerCase().replace(/\W+/g,"-")}`},r),n=c("div",{class:"dialog-body"},...e),s=c("dialog",{"aria-labelledby":t.id},c("header",{},t,p("Close",()=>s.close(),{class:"quiet","aria-label":`Close ${r}`})),n);return s.addEventListener("click",o=>{o.target===s&&s.close()}),document.body.append(s),{body:n,open:()=>s.showModal(),close:()=>s.close()}}var Kt=()=>document.querySelector("dialog[open]")!==null;var jt=`# Anti-king: equal digits do not touch diagonally. Thermometers increase from the bulb.
# The digit in the circle of an arrow is the sum of the digits along it.
title   Clipped
author  Philipp Blume aka glum_hippo
source  a test puzzle of Rangsk's solver, https://github.com/dclamage/SudokuSolver
grid    9

anti-king

thermo r6c5 r7c4 r8c3 r8c2
thermo r5c2 r4c3 r3c4 r2c4
thermo r4c5 r3c6 r2c7 r2c8
thermo r5c8 r6c7 r7c6 r8c6

arrow  r5c4 = r4c3 r3c2 r2c2
arrow  r5c6 = r6c7 r7c8 r8c8
arrow  r8c5 = r7c4 r6c3 r6c2
arrow  r2c5 = r3c6 r4c7 r4c8
arrow  r7c3 = r8c4 r9c5

givens
  .........
  .........
  ....6....
  .........
  ..5.1.4..
  .........
  ....3....
  .........
  .........
`;var qt=`# Fifteen givens, and far more than one solution: over 200,000.
# They are the facts sudoku(X,Y,N) of the post, read as row X, column Y.
title   Answer set programming: Sudoku solver
author  ddmler
source  "Answer set programming: Sudoku solver", 2018, https://ddmler.github.io
grid    9

givens
  ...41....
  ..892....
  ..973....
  ...3.....
  ...1.....
  ...2.....
  ...64....
  ...5.....
  ...8.....
`;var Vt=`# Irregular regions instead of 3x3 boxes; each holds the digits 1-9 once.
title   Irregular Sudoku
author  Kinga Kołtun, Klara Marzec
source  their explanation of an irregular sudoku in Prolog, for the subject Knowledge Representation
grid    9

regions
  AAAABCCCC
  ADABBBBBC
  ADDBECCCC
  ADBBEFFFF
  ADGEEFHIF
  DDGEFFHII
  DGGEFHHHI
  DGEEEHIHI
  GGGGHHIII

givens
  9..3.8..5
  .8..4..1.
  ....9....
  7.......2
  .14...23.
  2.......4
  ....7....
  .2..8..5.
  3..9.4..7
`;var Wt=`# A killer sudoku with no givens: 33 cages that cover the grid (their sums add up to 405).
# Digits do not repeat in a cage.
title   Killer Sudoku
author  unknown
source  "Explanation File for Killer Sudoku"
grid    9

cage   5 r1c1-2
cage  11 r1-2c3
cage   9 r1c4-5
cage  18 r1c6 r2c6 r2c7
cage  12 r1c7 r1c8 r2c8
cage  22 r1c9 r2c9 r3c9 r3c8
cage  15 r2-3c1
cage   6 r2-3c2
cage  15 r2c4 r2c5 r3c5
cage  10 r3c3-4
cage  12 r3c6-7
cage  12 r4-5c1
cage  14 r4c2-3
cage   3 r4c4-5
cage   9 r4c6-7
cage  15 r4c8-9
cage   9 r5-6c2
cage   6 r5c3-4
cage  16 r5c5-6
cage  16 r5c7 r6c7 r6c6 r6c5
cage  14 r5-6c8
cage  21 r5c9 r6c9 r7c9 r7c8
cage   9 r6-7c1
cage   7 r6c3-4
cage  16 r7c2-3
cage  31 r7c4 r8c4 r8c5 r9c4 r9c5
cage   4 r7c5-6
cage  21 r7c7 r8c7 r8c6
cage  18 r8c1 r8c2 r9c1 r9c2
cage   9 r8-9c3
cage   3 r8c8-9
cage   9 r9c6-7
cage   8 r9c8-9
`;var Ut=`# A "sudoku Latin square": rows, columns and 3x3 boxes. Problem 3 of three.
title   Sudoku Latin square, problem 3
author  unknown
source  an introduction to Latin squares and CLP(FD), with references to https://metalevel.at/sudoku
grid    9

givens
  .5.1.....
  2..5..6..
  1...8.2..
  .8.43....
  .......4.
  .....7932
  .4.67....
  .7.....19
  9....8...
`;var Yt=`# Digits along a pointed diagonal add up to the clue, and may repeat.
# A V between two cells: they add up to 5. Not all Vs are given.
title   Peak Sudoku
author  Rangsk
source  a test puzzle of his solver, https://github.com/dclamage/SudokuSolver
grid    4

little-killer 14 r1c4 down-left
little-killer  6 r1c1 down-right
little-killer  9 r2c1 down-right
v r1c1 r1c2
`;var Jt=`# Cells a king's or a knight's move apart differ, and orthogonal neighbours are not consecutive.
# Two givens are enough.
title   The Miracle Sudoku
author  Mitchell Lee
source  Cracking the Cryptic, 2020, https://www.youtube.com/watch?v=yKf9aUIxdb4
grid    9

anti-king
anti-knight
non-consecutive

given r5c3 1
given r6c7 2
`;var Xt=`# 16 x 16 with 4 x 4 boxes and the digits 1-9, A = 10, B = 11, ... G = 16.
title   Sixteen
author  Pencilmark
source  made for this collection
grid    16

givens
  .C.E...12.F6.9..
  1.....8.5.3...GE
  .9..3..F4C....7.
  2.3...EG...DB...
  3.94...8E..G.C.F
  ...C2....4..9G..
  ...B.F..3.D..786
  .FE.BC..7.....3.
  .2.....4..C9.DF.
  485..7.6..G.E...
  ..C9..F....27...
  F.G.C..98...63.1
  ...14...GA...E.B
  .6....13F..B..9.
  CG...E.B.7.....3
  ..D.A8.7C...5.1.
`;var Zt=`# Digits strictly increase along each thermometer, starting at the bulb (the first cell).
title   Spoons
author  Phistomefel
source  Cracking the Cryptic, https://app.crackingthecryptic.com/sudoku/BnRMNhBr8N; as told in "Using Prolog for Sudoku Variants", 2021
grid    9

thermo r1c3-5
thermo r2-4c2
thermo r2-4c3
thermo r2-4c4
thermo r2-4c5
thermo r2-4c7
thermo r2-4c8
thermo r2-4c9
thermo r5c3-5
thermo r6-8c1
thermo r6-8c3
thermo r6-8c4
thermo r6-8c6
thermo r6-8c7
thermo r6-8c8
thermo r6-8c9
thermo r9c3-5
thermo r9c8-6
`;var Qt=`:- use_module(library(clpfd)).

/*
sudoku(+Matrix)
it is true if Matrix unify with a 9x9 matrix 
that represent a valid sudoku. 
*/

sudoku(Matrix):-
    length(Matrix, 9),
    maplist(same_length(Matrix), Matrix),
    append(Matrix, Elems), Elems ins 1..9,
    maplist(all_distinct, Matrix),
    transpose(Matrix, Matrix2),
    maplist(all_distinct, Matrix2),
    Matrix= [L1, L2, L3, L4, L5, L6, L7, L8, L9],
    L1 = [E11, E12, E13, E14, E15, E16, E17, E18, E19],
    L2 = [E21, E22, E23, E24, E25, E26, E27, E28, E29],
    L3 = [E31, E32, E33, E34, E35, E36, E37, E38, E39],
    L4 = [E41, E42, E43, E44, E45, E46, E47, E48, E49],
    L5 = [E51, E52, E53, E54, E55, E56, E57, E58, E59],
    L6 = [E61, E62, E63, E64, E65, E66, E67, E68, E69],
    L7 = [E71, E72, E73, E74, E75, E76, E77, E78, E79],
    L8 = [E81, E82, E83, E84, E85, E86, E87, E88, E89],
    L9 = [E91, E92, E93, E94, E95, E96, E97, E98, E99],
    all_distinct([E11, E12, E13, E14, E21, E23, E31, E41, E51]),
    all_distinct([E15, E24, E25, E26, E27, E28, E34, E43, E44]),
    all_distinct([E16, E17, E18, E19, E29, E36, E37, E38, E39]),
    all_distinct([E22, E32, E33, E42, E52, E61, E62, E71, E81]),
    all_distinct([E35, E45, E54, E55, E64, E74, E83, E84, E85]),
    all_distinct([E46, E47, E48, E49, E56, E59, E65, E66, E75]),
    all_distinct([E53, E63, E72, E73, E82, E91, E92, E93, E94]),
    all_distinct([E57, E67, E76, E77, E78, E86, E88, E95, E96]),
    all_distinct([E58, E68, E69, E79, E87, E89, E97, E98, E99]).

sudoku1([
	[9,_,_,3,_,8,_,_,5],
	[_,8,_,_,4,_,_,1,_],
	[_,_,_,_,9,_,_,_,_],
	[7,_,_,_,_,_,_,_,2],
	[_,1,4,_,_,_,2,3,_],
	[2,_,_,_,_,_,_,_,4],
	[_,_,_,_,7,_,_,_,_],
	[_,2,_,_,8,_,_,5,_],
	[3,_,_,9,_,4,_,_,7]
	]).
`;var en=`:- use_module(library(clpfd)).

sudoku(Matrix) :-
    length(Matrix, 9),
    maplist(same_length(Matrix), Matrix),
    append(Matrix, Vars), Vars ins 1..9,
    maplist(all_distinct, Matrix),
    transpose(Matrix, TransMatrix),
    maplist(all_distinct, TransMatrix),
    Matrix = [L1,L2,L3,L4,L5,L6,L7,L8,L9],
    blocks(L1,L2,L3),
    blocks(L4,L5,L6),
    blocks(L7,L8,L9),
    L1 = [E11, E12, E13, E14, E15, E16, E17, E18, E19],
    L2 = [E21, E22, E23, E24, E25, E26, E27, E28, E29],
    L3 = [E31, E32, E33, E34, E35, E36, E37, E38, E39],
    L4 = [E41, E42, E43, E44, E45, E46, E47, E48, E49],
    L5 = [E51, E52, E53, E54, E55, E56, E57, E58, E59],
    L6 = [E61, E62, E63, E64, E65, E66, E67, E68, E69],
    L7 = [E71, E72, E73, E74, E75, E76, E77, E78, E79],
    L8 = [E81, E82, E83, E84, E85, E86, E87, E88, E89],
    L9 = [E91, E92, E93, E94, E95, E96, E97, E98, E99],
    5 #= E11 + E12,
    11 #= E13 + E23,
    9 #= E14 + E15,
    18 #= E16 + E26 + E27,
    12 #= E17 + E18 + E28,
    22 #= E19 + E29 + E39 + E38,
    15 #= E21 + E31,
    6 #= E22 + E32,
    15 #= E24 + E25 + E35,
    10 #= E33 + E34,
    12 #= E36 + E37,
    12 #= E41 + E51,
    14 #= E42 + E43,
    3 #= E44 + E45,
    9 #= E46 + E47,
    15 #= E48 + E49,
    9 #= E52 + E62,
    6 #= E53 + E54,
    16 #= E55 + E56,
    16 #= E57 + E67 + E66 + E65,
    14 #= E58 + E68,
    21 #= E59 + E69 + E79 + E78,
    9 #= E61 + E71,
    7 #= E63 + E64,
    16 #= E72 + E73,
    31 #= E74  + E84 + E85 + E94 + E95,
    4 #= E75 + E76,
    21 #= E77 + E87 + E86,
    18 #= E81 + E82 + E91 + E92,
    9 #= E83 + E93,
    3 #= E88 + E89,
    9 #= E96 + E97,
    8 #= E98 + E99.

blocks([], [], []).
blocks([E1,E2,E3|Tail1],
       [E4,E5,E6|Tail2],
       [E7,E8,E9|Tail3]):-
       all_distinct([E1,E2,E3,E4,E5,E6,E7,E8,E9]),
       blocks(Tail1, Tail2, Tail3).
`;var tn=`:- use_module(library(clpfd)). % Including clpfd library.

% Defining a sudoku latin square:

sudoku(Rows) :-

    % Rows must be a list of length 9.
    length(Rows, 9),

    %Each of the rows must also be a list of 9.
    maplist(same_length(Rows), Rows),

    % The concatenation of all elements of this list is the list Vs.
    append(Rows, Vs),
    Vs ins 1..9,

    % We can define the all the elements of each of the rows
    % must be purely distinct.
    % We can do the following:
    % Rows = [Rs1|_], all_distinct(Rs1),
    % Rows = [_,Rs2|_], all_distinct(Rs2),
    % ...
    % But there is a simpler way to do this.

    maplist(all_distinct, Rows),
    % This states that all_distinct must hold for each of the rows.

    % Doing the same with columns.
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),

    % Defining the sub-squares.
    Rows = [As,Bs,Cs,Ds,Es,Fs,Gs,Hs,Is],
    square(As, Bs, Cs),
    square(Ds, Es, Fs),
    square(Gs, Hs, Is).

square([], [], []). % This predicate uses 3 rows.

square([N1,N2,N3|Ns1],
       [N4,N5,N6|Ns2],
       [N7,N8,N9|Ns3]) :-
        all_distinct([N1,N2,N3,N4,N5,N6,N7,N8,N9]),
        square(Ns1, Ns2, Ns3).


% Defining different problems.

problem(1, [[_,_,_,_,_,4,_,_,2],
            [_,6,_,2,_,_,_,3,_],
            [_,8,_,_,_,3,5,_,9],
            [_,4,_,_,_,_,1,_,_],
            [1,_,_,7,_,5,_,_,_],
            [5,_,3,_,_,_,_,_,_],
            [_,9,_,3,_,_,_,_,_],
            [_,_,4,_,6,1,_,_,_],
            [_,_,5,_,_,_,7,_,_]]).

problem(2, [[_,_,9,5,_,_,_,3,7],
            [1,3,7,9,_,_,_,5,2],
            [2,_,_,_,_,3,6,9,_],
            [3,5,2,_,1,_,_,_,6],
            [_,_,_,4,5,2,3,_,_],
            [_,8,1,_,3,_,2,_,_],
            [6,_,3,_,4,_,8,_,9],
            [5,2,_,_,_,1,_,6,_],
            [_,_,_,3,_,7,_,_,_]]).

problem(3, [[_,5,_,1,_,_,_,_,_],
            [2,_,_,5,_,_,6,_,_],
            [1,_,_,_,8,_,2,_,_],
            [_,8,_,4,3,_,_,_,_],
            [_,_,_,_,_,_,_,4,_],
            [_,_,_,_,_,7,9,3,2],
            [_,4,_,6,7,_,_,_,_],
            [_,7,_,_,_,_,_,1,9],
            [9,_,_,_,_,8,_,_,_]]).
`;var nn=`:- use_module(library(clpfd)). % Including clpfd library.

% Defining a sudoku latin square:

sudoku (Rows) :-

    % Rows must be a list of length 9.
    length (Rows, 9),

    %Each of the rows must also be a list of 9.
    maplist(same_length(Rows), Rows),

    % The concatenation of all elements of this list is the list Vs.
    append(Rows, Vs),
    Vs ins 1..9,

    % We can define the all the elements of each of the rows
    % must be purely distinct.
    % We can do the following:
    % Rows = [Rs1|_], all_distinct(Rs1),
    % Rows = [_,Rs2|_], all_distinct(Rs2),
    % ...
    % But there is a simpler way to do this.

    maplist(all_distinct, Rows),
    % This states that all_distinct must hold for each of the rows.

    % Doing the same with columns.
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),

    % Defining the sub-squares.
    Rows = [As,Bs,Cs,Ds,Es,Fs,Gs,Hs,Is],
    square(As, Bs, Cs),
    square(Ds, Es, Fs),
    square(Gs, Hs, Is).

square([], [], []). % This predicate uses 3 rows.

square([N1,N2,N3|Ns1],
       [N4,N5,N6|Ns2],
       [N7,N8,N9|Ns3]) :-
        all_distinct([N1,N2,N3,N4,N5,N6,N7,N8,N9]),
        square(Ns1, Ns2, Ns3).


% Defining different problems.

problem(1, [[_,_,_,_,_,4,_,_,2],
            [_,6,_,2,_,_,_,3,_],
            [_,8,_,_,_,3,5,_,9],
            [_,4,_,_,_,_,1,_,_],
            [1,_,_,7,_,5,_,_,_],
            [5,_,3,_,_,_,_,_,_],
            [_,9,_,3,_,_,_,_,_],
            [_,_,4,_,6,1,_,_,_],
            [_,_,5,_,_,_,7,_,_]]).

problem(2, [[_,_,9,5,_,_,_,3,7],
            [1,3,7,9,_,_,_,5,2],
            [2,_,_,_,_,3,6,9,_],
            [3,5,2,_,1,_,_,_,6],
            [_,_,_,4,5,2,3,_,_],
            [_,8,1,_,3,_,2,_,_],
            [6,_,3,_,4,_,8,_,9],
            [5,2,_,_,_,1,_,6,_],
            [_,_,_,3,_,7,_,_,_]]).

problem(3, [[_,5,_,1,_,_,_,_,_],
            [2,_,_,5,_,_,6,_,_],
            [1,_,_,_,8,_,2,_,_],
            [_,8,_,4,3,_,_,_,_],
            [_,_,_,_,_,_,_,4,_],
            [_,_,_,_,_,7,9,3,2],
            [_,4,_,6,7,_,_,_,_],
            [_,7,_,_,_,_,_,1,9],
            [9,_,_,_,_,8,_,_,_]]).
`;var rn=`:- use_module(library(clpfd)).

puzzle(Rows) :-
	Rows = [
		[A1,A2,A3,A4,A5,A6,A7,A8,A9],
		[B1,B2,B3,B4,B5,B6,B7,B8,B9],
		[C1,C2,C3,C4,C5,C6,C7,C8,C9],
		[D1,D2,D3,D4,D5,D6,D7,D8,D9],
		[E1,E2,E3,E4,E5,E6,E7,E8,E9],
		[F1,F2,F3,F4,F5,F6,F7,F8,F9],
		[G1,G2,G3,G4,G5,G6,G7,G8,G9],
		[H1,H2,H3,H4,H5,H6,H7,H8,H9],
		[I1,I2,I3,I4,I5,I6,I7,I8,I9]
		],
    sudoku(Rows),
	thermo([A3,A4,A5]),
	thermo([B2,C2,D2]),
	thermo([B3,C3,D3]),
	thermo([B4,C4,D4]),
	thermo([B5,C5,D5]),
	thermo([B7,C7,D7]),
	thermo([B8,C8,D8]),
	thermo([B9,C9,D9]),
	thermo([E3,E4,E5]),
	thermo([F1,G1,H1]),
	thermo([F3,G3,H3]),
	thermo([F4,G4,H4]),
	thermo([F6,G6,H6]),
	thermo([F7,G7,H7]),
	thermo([F8,G8,H8]),
	thermo([F9,G9,H9]),
	thermo([I3,I4,I5]),
	thermo([I8,I7,I6]).

sudoku(Rows) :-
	append(Rows, Vs), Vs ins 1..9,
	maplist(all_distinct, Rows),
	transpose(Rows, Columns),
	maplist(all_distinct, Columns),
	[As,Bs,Cs,Ds,Es,Fs,Gs,Hs,Is] = Rows,
	blocks(As, Bs, Cs),
	blocks(Ds, Es, Fs),
	blocks(Gs, Hs, Is).

blocks([], [], []).
blocks([N1,N2,N3|Ns1], [N4,N5,N6|Ns2], [N7,N8,N9|Ns3]) :-
        all_distinct([N1,N2,N3,N4,N5,N6,N7,N8,N9]),
        blocks(Ns1, Ns2, Ns3).

smaller(L,Sn,L) :- Sn #< L.
thermo([L|Ls]) :- foldl(smaller,Ls,L,_).

:- time((puzzle(Rows), maplist(labeling([ff]), Rows))),
	maplist(portray_clause, Rows).

`;var sn=`% "Answer set programming: Sudoku solver" by ddmler, 2018, https://ddmler.github.io:
% the givens, then the program as it was published.

sudoku(2,3,8). sudoku(3,3,9). sudoku(5,4,1). sudoku(6,4,2). sudoku(4,4,3). sudoku(1,4,4). sudoku(8,4,5). sudoku(7,4,6). sudoku(3,4,7). sudoku(9,4,8). sudoku(2,4,9). sudoku(1,5,1). sudoku(2,5,2). sudoku(3,5,3). sudoku(7,5,4). 

x(1..9).
y(1..9).
n(1..9).

{sudoku(X,Y,N): n(N)}=1 :- x(X) ,y(Y).

subgrid(X,Y,A,B) :- x(X), x(A), y(Y), y(B),(X-1)/3 == (A-1)/3, (Y-1)/3 == (B-1)/3.

:- sudoku(X,Y,N), sudoku(A,Y,N), X!=A.
:- sudoku(X,Y,N), sudoku(X,B,N), Y!=B.
:- sudoku(X,Y,V), sudoku(A,B,V), subgrid(X,Y,A,B), X != A, Y != B.

#show sudoku/3.
`;var be=[{title:"Killer Sudoku",text:Wt},{title:"Spoons",text:Zt},{title:"The Miracle Sudoku",text:Jt},{title:"Irregular Sudoku",text:Vt},{title:"Clipped (arrows)",text:jt},{title:"Peak Sudoku (little killer)",text:Yt},{title:"Latin square",text:Ut},{title:"Sixteen by sixteen",text:Xt},{title:"Fifteen givens",text:qt}],Ve=[{title:"Spoons",language:"prolog",text:rn,goal:"puzzle(Rows), maplist(labeling([ff]), Rows)"},{title:"Killer Sudoku",language:"prolog",text:en,goal:"sudoku(Rows), maplist(labeling([ff]), Rows)"},{title:"Irregular Sudoku",language:"prolog",text:Qt,goal:"sudoku1(Rows), sudoku(Rows), maplist(labeling([ff]), Rows)"},{title:"Latin square",language:"prolog",text:tn,goal:"problem(1, Rows), sudoku(Rows), maplist(labeling([ff]), Rows)"},{title:"Latin square, as published (with errors)",language:"prolog",text:nn,goal:"problem(1, Rows)"},{title:"Sudoku solver",language:"asp",text:sn,goal:"1"}];var on=[{name:"pencil",label:"Pencilmark statements",end:"pencil"},{name:"json",label:"Pencilmark JSON",end:"json"},{name:"fpuzzles",label:"f-puzzles link",end:"txt"},{name:"sudokupad",label:"SudokuPad link",end:"txt"},{name:"sudokumaker",label:"SudokuMaker link",end:"txt"},{name:"penpa",label:"Penpa+ link",end:"txt"},{name:"line",label:"One line of digits",end:"txt"},{name:"grid",label:"Rows of digits",end:"txt"},{name:"sdk",label:"sdk",end:"sdk"},{name:"sdx",label:"sdx",end:"sdx"},{name:"ss",label:"Simple Sudoku",end:"ss"},{name:"candidates",label:"Candidates, 729 characters",end:"txt"},{name:"jigsaw",label:"Jigsaw",end:"txt"},{name:"killer",label:"Killer, 81 characters",end:"txt"},{name:"ps",label:"Perfect Sudoku",end:"ps"},{name:"sumocue",label:"SumoCue",end:"txt"},{name:"tatham",label:"Simon Tatham's Solo",end:"txt"},{name:"fpuzzles-json",label:"f-puzzles JSON",end:"json"},{name:"scl",label:"SudokuPad JSON",end:"json"},{name:"sudokumaker-json",label:"SudokuMaker JSON",end:"json"},{name:"iss",label:"Interactive Sudoku Solver",end:"txt"},{name:"lisudoku",label:"lisudoku JSON",end:"json"},{name:"prolog",label:"Prolog program",end:"pl"},{name:"asp",label:"Answer set program",end:"lp"},{name:"minizinc",label:"MiniZinc model",end:"mzn"}];function cn(r){let e=c("input",{type:"text",readonly:!0,"aria-label":"Link to this puzzle"}),t=j("Share",c("p",{},"The puzzle is in the link itself, behind the #. It opens in any Pencilmark board; nothing is stored anywhere else."),e,c("div",{class:"row wrap"},p("Copy link",()=>{un(r,e.value)},{class:"primary"})));return()=>{mt(r.text).then(n=>{e.value=`${location.origin}${location.pathname}${n}`,history.replaceState(null,"",n),e.select()}),t.open()}}function dn(r){let e="fpuzzles",t=new E,n=c("textarea",{rows:9,readonly:!0,spellcheck:"false","aria-label":"The puzzle in this format"}),s=c("p",{class:"problem",role:"status"}),o=async()=>{s.textContent="";try{let d=await k({ask:"convert",text:r.text,to:e},{signal:t.next()});n.value=d.text??"",s.textContent=d.error??(d.lost?.length?`Not in it: ${d.lost.join("; ")}.`:"")}catch(d){if(v(d))return;n.value="",s.textContent=d instanceof Error?d.message:String(d)}},i=T(on.map(({name:d,label:u})=>[d,u]),e,d=>{e=d,o()}),l=()=>{let d=on.find(({name:u})=>u===e)?.end??"txt";ln(`${an(r)}.${d}`,n.value,"text/plain")},a=j("Export",C("Format",i),n,s,c("div",{class:"row wrap"},p("Copy",()=>{un(r,n.value)},{class:"primary"}),p("Save as file",l),p("Save picture",()=>ln(`${an(r)}.svg`,r.picture,"image/svg+xml"))));return()=>{a.open(),o()}}async function un(r,e){try{await navigator.clipboard.writeText(e),r.say("Copied.")}catch{r.say("The browser does not allow copying; select the text and copy it.")}}function ln(r,e,t){let n=URL.createObjectURL(new Blob([e],{type:t}));c("a",{href:n,download:r}).click(),window.setTimeout(()=>URL.revokeObjectURL(n),1e4)}var an=r=>r.puzzle.title.toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-|-$/g,"")||"puzzle";var Yr=[["Click, drag","select cells"],["Ctrl + click or drag","add cells, or take them away"],["Double click, long press","select all cells alike"],["Arrows","move"],["Shift or Ctrl + arrows","extend the selection"],["Home, End","ends of the row"],["Ctrl + A","select all"],["Ctrl + Shift + A, Esc","select none"],["Ctrl + I","invert the selection"],["1 to 9, 0","enter in the current mode"],["Shift + digit","corner mark"],["Ctrl + digit","centre mark"],["Ctrl + Shift + digit","colour"],["Z, X, C, V","digit, corner, centre, colour"],["Space, Page Down","next mode"],["Ctrl + Space, Page Up","mode before"],["Delete, Backspace","clear the digit, then marks, then colours"],["Ctrl + Z","undo"],["Ctrl + Y, Ctrl + Shift + Z","redo"],["F1 to F9","show where a digit can be"],["H","hint; again: what, why"],["N, P","next and previous step of the explanation"],["Enter","set: place the clue of the selected cells"],["= or /","set: go on with the next list of cells"],["Ctrl + V","open a puzzle from the clipboard"],["?","this help"]];function hn(){let r=Yr.map(([t,n])=>c("tr",{},c("th",{scope:"row"},c("kbd",{},t)),c("td",{},n)));return j("Keys",c("table",{class:"keys"},c("tbody",{},...r))).open}var pn={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]},Jr=/^Numpad(\d)$/,Xr=/^Digit(\d)$/,Zr={KeyX:"corner",KeyC:"centre",KeyV:"colour"};function mn(r){if(r.altKey)return null;let e=r.ctrlKey||r.metaKey,t=Xr.exec(r.code)??Jr.exec(r.code);if(t)return{do:"enter",layer:Qr(e,r.shiftKey),digit:Number(t[1])};let n=pn[r.code]??pn[r.key];return n?{do:"move",down:n[0],right:n[1],extend:e||r.shiftKey}:e?es(r):ts(r)}function Qr(r,e){return r&&e?"colour":r?"centre":e?"corner":null}function es(r){let e=r.key.toLowerCase(),t=/^[a-z]$/.test(e)?e:r.code.slice(3).toLowerCase();return t==="a"?{do:r.shiftKey?"none":"all"}:t==="i"&&!r.shiftKey?{do:"invert"}:t==="z"?{do:r.shiftKey?"redo":"undo"}:t==="y"?{do:"redo"}:r.code==="Space"?{do:"next-mode",back:!0}:null}function ts(r){switch(r.code){case"Space":case"PageDown":return{do:"next-mode",back:!1};case"PageUp":return{do:"next-mode",back:!0};case"Delete":case"Backspace":case"NumpadDecimal":return{do:"clear"};case"Home":case"End":return{do:"edge",end:r.code==="End",extend:r.shiftKey};case"Enter":case"NumpadEnter":return{do:"place"};case"Escape":return{do:"none"};case"KeyH":return{do:"hint"};case"KeyN":return{do:"next-step"};case"KeyP":return{do:"previous-step"}}if(r.key==="?")return{do:"help"};if(r.key==="/"||r.key==="=")return{do:"next-list"};if(r.code==="KeyZ"||r.key.toLowerCase()==="z")return{do:"mode",layer:"digit"};let e=Zr[r.code];if(e)return{do:"mode",layer:e};let t=/^F([1-9])$/.exec(r.key);return t?{do:"filter",digit:Number(t[1])}:null}var ns=["x","windoku","jigsaw","latin","anti-knight","anti-king","non-consecutive","disjoint-groups","killer","thermo","arrow","little-killer","kropki","xv","whisper","renban","sandwich"],rs=["","easy","medium","hard","unfair","extreme"];function fn(r){let e=c("textarea",{rows:6,spellcheck:"false","aria-label":"Puzzle in any format",placeholder:"A link, 81 digits, statements, JSON …"}),t=c("p",{class:"problem",role:"alert"}),n=j("Open a puzzle"),s=async l=>{t.textContent="";try{let a=await r.open(l);n.close();let[d]=r.problems;if(d){r.setView("set"),r.say([`Opened with mistakes. Line ${d.line}: ${d.message}`,...a].join(" "));return}r.say([`Opened: ${r.puzzle.title===""?"a puzzle":r.puzzle.title}.`,...a].join(" "))}catch(a){if(v(a))return;t.textContent=a instanceof Error?a.message:String(a),n.open(),e.value=l}},o=c("input",{type:"file","aria-label":"A file"});o.addEventListener("change",()=>{o.files?.[0]?.text().then(s)});let i=c("div",{class:"tiles"},...be.map(({title:l,text:a})=>p(l,()=>{s(a)},{class:"tile"})));return n.body.append(c("section",{},c("h3",{},"Paste, drop or choose a file"),e,t,c("div",{class:"row wrap"},p("Open",()=>{s(e.value)},{class:"primary"}),o)),c("section",{},c("h3",{},"Examples"),c("div",{class:"row"},p("Empty grid",()=>{s(`grid 9
`)})),i),ss(s)),os(s),is(s),()=>{t.textContent="",n.open()}}function ss(r){let e=new Set,t="easy",n="9",s=new E,o=c("p",{"aria-live":"polite"}),i=async()=>{o.textContent="Making one …";try{let a=Math.floor(Math.random()*2147483648),d={ask:"generate",kinds:[...e],size:Number(n),seed:a,...t===""?{}:{level:t}},u=await M(d,{signal:s.next()}),h=u.out[0];if(h===void 0)throw new Error(O(u));o.textContent="",await r(JSON.parse(h).puzzle)}catch(a){o.textContent=v(a)?"Stopped.":a instanceof Error?a.message:String(a)}},l=ns.map(a=>{let d=c("input",{type:"checkbox"});return d.addEventListener("change",()=>d.checked?e.add(a):e.delete(a)),c("label",{class:"chip"},d,c("span",{},a.replaceAll("-"," ")))});return c("section",{},c("h3",{},"Make a new one"),c("div",{class:"chips",role:"group","aria-label":"Kinds"},...l),c("div",{class:"row wrap"},C("Level",T(rs.map(a=>[a,a===""?"any":a]),t,a=>t=a)),C("Size",T(["4","6","8","9","12"].map(a=>[a,`${a} × ${a}`]),n,a=>n=a)),p("Make",()=>{i()},{class:"primary"}),p("Stop",()=>s.stop())),o)}var We=r=>r instanceof Element&&r.closest("input, textarea, select, [contenteditable]")!==null;function os(r){document.addEventListener("paste",e=>{let t=e.clipboardData?.getData("text/plain").trim()??"";We(e.target)||t===""||(e.preventDefault(),r(t))})}function is(r){document.addEventListener("dragover",e=>{We(e.target)||e.preventDefault()}),document.addEventListener("drop",e=>{if(We(e.target))return;e.preventDefault();let t=e.dataTransfer?.files[0],n=e.dataTransfer?.getData("text/plain")??"";t?t.text().then(r):n!==""&&r(n)})}var q=[{layer:"digit",label:"Digit",key:"Z"},{layer:"corner",label:"Corner",key:"X"},{layer:"centre",label:"Centre",key:"C"},{layer:"colour",label:"Colour",key:"V"}];function gn(r,e){let t=q.map(({layer:u,label:h,key:m})=>p(c("span",{},h),()=>r.setLayer(u),{class:`mode mode-${u}`,"aria-keyshortcuts":m,title:`${h} (${m})`})),n=c("div",{class:"digits",role:"group","aria-label":"Digits"}),s=p("Undo",e.undo,{"aria-keyshortcuts":"Control+Z",title:"Undo (Ctrl+Z)"}),o=p("Redo",e.redo,{"aria-keyshortcuts":"Control+Y",title:"Redo (Ctrl+Y)"}),i=p("Clear",e.clear,{"aria-keyshortcuts":"Delete",title:"Clear (Delete)"}),l=()=>{let{low:u,high:h}=r.puzzle,m=r.layer==="colour"?K.map((f,g)=>g).slice(1).concat(0):Array.from({length:h-u+1},(f,g)=>u+g);n.classList.toggle("many",m.length>10),n.dataset.layer=r.layer,n.replaceChildren(...m.map((f,g)=>{let y=r.layer==="corner"||r.layer==="centre"?`key small ${r.layer} at${g%9}`:"key",S=r.layer==="colour"?K[f]?.name??"":String(f),P=r.layer==="digit"?S:`${S}, ${r.layer}`,$=p(c("span",{},r.layer==="colour"?"":S),()=>e.enter(r.layer,f),{class:y,"aria-label":P});return r.layer==="colour"&&$.style.setProperty("--swatch",K[f]?.value??"#fff"),$}))},a=()=>{t.forEach((u,h)=>u.setAttribute("aria-pressed",String(q[h]?.layer===r.layer))),l()},d=()=>{s.disabled=!r.play.canUndo,o.disabled=!r.play.canRedo};return r.on("layer",a),r.on("puzzle",l),r.on("play",d),a(),d(),c("section",{class:"pad","aria-label":"Entering"},c("div",{class:"modes",role:"group","aria-label":"What is entered"},...t),n,c("div",{class:"edit"},s,o,i))}var En=new Set(["row","column","box","region","extra-region","cage","multi-cage","digital-root-cage","rellik","equality-cage","renban","nabner","lunchbox"]),ls=new Set(["doublers","negators","multipliers","schroedinger-cells"]);function ve(r,e,t=new Map){let n=new Set,s=i=>i.forEach(l=>n.add(l)),o=!r.clues.some(({kind:i})=>ls.has(i));for(let i of r.clues){if(En.has(i.kind))for(let a of i.lists)s(yn(a,e,t));for(let a of Sn(i,r))s(yn(a,e,t));let l=hs[i.kind];l&&s(ps(r,l.offsets,e,l.bad)),o&&s(ms(i,r,e))}return n}function kn(r){return r.clues.flatMap(e=>[...En.has(e.kind)?e.lists:[],...Sn(e,r)])}function yn(r,e,t){let n=new Map;for(let s of new Set(r))for(let o of[e.get(s),t.get(s)])o!==void 0&&n.set(o,[...n.get(o)??[],s]);return[...n.values()].filter(s=>s.length>1).flat()}function Sn(r,e){let t=Array.from({length:e.rows*e.columns},(o,i)=>i),n=t.filter(o=>w(o,e)===b(o,e)),s=t.filter(o=>w(o,e)+b(o,e)===e.columns-1);switch(r.kind){case"diagonals":return[n,s];case"windoku":return as(e);case"disjoint-groups":return cs(e);default:return[]}}function as(r){let e=r.clues.find(({kind:o})=>o==="box")?.lists[0]??[],t=new Set(e.map(o=>w(o,r))).size,n=new Set(e.map(o=>b(o,r))).size,s=[];if(t===0||n===0)return s;for(let o=1;o+t<r.rows;o+=t+1)for(let i=1;i+n<r.columns;i+=n+1)s.push(Array.from({length:t*n},(l,a)=>(o+Math.floor(a/n))*r.columns+i+a%n));return s}function cs(r){let t=r.clues.filter(({kind:s})=>s==="box"||s==="region").flatMap(({lists:s})=>s).map(s=>[...s].sort((o,i)=>o-i)),n=Math.max(0,...t.map(s=>s.length));return Array.from({length:n},(s,o)=>t.flatMap(i=>i[o]??[]))}var ds=[[0,1],[1,0]],wn=[[1,1],[1,-1]],us=[[1,2],[2,1],[1,-2],[2,-1]],bn=(r,e)=>r===e,Ue=(r,e)=>Math.abs(r-e)===1,hs={"anti-king":{offsets:wn,bad:bn},"anti-knight":{offsets:us,bad:bn},"anti-consecutive":{offsets:ds,bad:Ue},"diagonal-non-consecutive":{offsets:wn,bad:Ue}};function ps(r,e,t,n){let s=[];for(let[o,i]of t)for(let[l,a]of e){let d=x(w(o,r)+l,b(o,r)+a,r),u=d===null?void 0:t.get(d);d!==null&&u!==void 0&&n(i,u)&&s.push(o,d)}return s}function ms(r,e,t){let n=r.lists[0]??[],s=r.numbers[0];switch(r.kind){case"cage":case"sum":case"little-killer":return s===void 0?[]:_n(n,s,t);case"arrow":return fs(r,t);case"thermo":return R(n,t,(o,i)=>o<i);case"slow-thermo":return R(n,t,(o,i)=>o<=i);case"greater":return R(n,t,(o,i)=>o>i);case"whisper":return R(n,t,(o,i)=>Math.abs(o-i)>=(s??vn(e)));case"dutch-whisper":return R(n,t,(o,i)=>Math.abs(o-i)>=vn(e)-1);case"difference":return R(n,t,(o,i)=>Math.abs(o-i)===(s??1));case"ratio":return R(n,t,(o,i)=>o===i*(s??2)||i===o*(s??2));case"x":return R(n,t,(o,i)=>o+i===10);case"v":return R(n,t,(o,i)=>o+i===5);case"edge-sum":return R(n,t,(o,i)=>o+i===s);case"parity-line":return R(n,t,(o,i)=>(o+i)%2===1);case"palindrome":return n.filter((o,i)=>{let[l,a]=[t.get(o),t.get(n[n.length-1-i])];return l!==void 0&&a!==void 0&&l!==a});case"odd":return n.filter(o=>(t.get(o)??1)%2===0);case"even":return n.filter(o=>(t.get(o)??0)%2===1);case"non-consecutive":return gs(e,t);default:return[]}}var vn=r=>Math.ceil((r.high-r.low+1)/2);function _n(r,e,t){let n=r.map(i=>t.get(i)),s=n.reduce((i,l)=>i+(l??0),0);return!n.includes(void 0)&&s!==e||s>e?r.filter(i=>t.has(i)):[]}function fs(r,e){let[t=[],n=[]]=r.lists,s=t.map(i=>e.get(i));if(s.includes(void 0))return[];let o=Number(s.join(""));return _n(n,o,e).length>0?[...t,...n.filter(i=>e.has(i))]:[]}function R(r,e,t){return r.slice(1).flatMap((n,s)=>{let o=r[s],[i,l]=[e.get(o),e.get(n)];return i!==void 0&&l!==void 0&&!t(i,l)?[o,n]:[]})}function gs(r,e){let t=new Set(r.clues.filter(({kind:n})=>n==="difference"||n==="ratio").flatMap(({lists:n})=>n.flatMap(s=>s.slice(1).map((o,i)=>xn(s[i],o)))));return[...e].flatMap(([n,s])=>ct(n,r).filter(o=>Ue(e.get(o)??-9,s)&&!t.has(xn(n,o))).flatMap(o=>[n,o]))}var xn=(r,e)=>`${Math.min(r,e)}-${Math.max(r,e)}`;function Cn(r,e){let t=n=>pt(n,r.high);return ys(r,n=>{let{digit:s,second:o,centre:i}=e.at(n),l=r.two&&typeof o!="number"?null:s,a=r.givens.get(n)??l;return a!==null?t(a):i.length>0?i.map(t).join(""):"."})}function xe(r,e,t,n=!1){let s=[...t.filled].flatMap(([o,i])=>{let[l,a]=N(i),d=A(o,e);return l===void 0||e.givens.has(o)?[]:e.two?a!==void 0?[`given ${d} ${l}`,`rule second(${d}) = ${a}`]:n?[`given ${d} ${l}`,`rule second(${d}) = ${l}`]:[`rule ${d} = ${l} or second(${d}) = ${l}`]:[`given ${d} ${l}`]});return s.length===0?r:`${r.trimEnd()}
${s.join(`
`)}
`}var Mn=r=>[...r.filled.values()].some(({digit:e,centre:t})=>e===null&&t.length>0);function ys(r,e){return Array.from({length:r.rows},(t,n)=>Array.from({length:r.columns},(s,o)=>e(n*r.columns+o)).join(" ")).join(`
`)}function An(r,e){let t=new Map([...e.digits,...r.givens]),n=e.seconds,s=new Map,o=kn(r);for(let i=0;i<r.rows*r.columns;i+=1){if(t.has(i))continue;let l=new Set(o.filter(d=>d.includes(i)).flatMap(d=>d.flatMap(u=>[t.get(u),n.get(u)]))),a=Array.from({length:r.high-r.low+1},(d,u)=>r.low+u);s.set(i,a.filter(d=>!l.has(d)))}return s}var oe="This puzzle has no solution. Set shows which clues clash.",Ee=class{constructor(e){this.app=e;this.show=p("Show where",()=>{this.where()},{hidden:!0}),this.back=p("Back to when it was right",()=>{this.rewind()},{hidden:!0}),this.start=p("Check",()=>{this.run()}),this.element=c("div",{class:"check",role:"group","aria-label":"Check"},this.words,c("div",{class:"row wrap"},this.show,this.back)),e.on("play",()=>this.forget()),e.on("text",()=>this.forget())}app;element;start;shapes=[];asking=new E;words=c("div",{class:"words","aria-live":"polite"});show;back;async run(){let{app:e}=this,t=e.puzzle.rows*e.puzzle.columns-e.digits.size-e.puzzle.givens.size;this.tell("Checking …");try{let n=this.asking.next(),s=Ye(e).size===0&&await this.canBe(e.play,n),o=!s&&!await this.canBe(new H,n),i=s&&t===0&&(!e.puzzle.two||await this.canBe(e.play,n,!0));this.show.hidden=this.back.hidden=s||o,o?this.tell(oe):s?i?this.solved():t===0?this.tell("Right so far; some cells hold two digits."):this.tell(`Right so far; ${t===1?"one cell is":`${t} cells are`} empty.`):this.tell("Something is wrong.")}catch(n){v(n)||this.tell(n instanceof Error?n.message:String(n))}e.tell("scene",null)}async whenFull(){let{app:e}=this;e.digits.size+e.puzzle.givens.size===e.puzzle.rows*e.puzzle.columns&&await this.run()}solved(){this.app.timer.stop(),this.app.keepProgress(),this.tell("Solved! Every rule holds."),this.element.classList.add("solved")}async canBe(e,t,n=!1){let{app:s}=this,o=await k({ask:"check",text:xe(s.text,s.puzzle,e,n)},{signal:t});return o.error===void 0&&o.status!=="none"}async where(){let{app:e}=this,t=await k({ask:"solve",text:e.text,number:1}),n=t.status==="unique"?t.solutions?.[0]?.flat():void 0,s=l=>[n?.[l],t.vars?.[0]?.[`second_${A(l,e.puzzle)}`]],o=Ye(e),i=[...e.digits.keys()].filter(l=>n?!N(e.play.at(l)).every(a=>s(l).includes(a)):o.has(l));this.shapes=i.map(l=>({kind:"wrong",cell:l})),this.tell(i.length===0?"Several digits together are wrong.":`Wrong: ${i.map(l=>A(l,e.puzzle)).join(", ")}.`),e.tell("scene",null)}async rewind(){let{app:e}=this,t=this.asking.next(),n=0;try{for(;!(Ye(e).size===0&&await this.canBe(e.play,t))&&e.play.undo()!==null;)n+=1}catch(s){v(s)||e.say(s instanceof Error?s.message:String(s))}e.played(),this.tell(`${n===1?"One step":`${n} steps`} taken back.`)}tell(e){this.words.replaceChildren(c("p",{},e))}forget(){this.shapes=[],this.show.hidden=this.back.hidden=!0,this.element.classList.remove("solved"),this.words.replaceChildren()}},Ye=r=>ve(r.puzzle,new Map([...r.digits,...r.puzzle.givens]),r.seconds);var V=([r,e],t)=>x(r-1,e-1,t)??0;function Je(r,e){let t=[];for(let{number:n}of r.because.clues){let s=e.clues[n],o=s?ht(s):[];o.length>0&&t.push({kind:"clue",cells:o})}if(t.length===0){let n=new Set([...r.because.marks.map(({mark:s})=>V(s,e)),...r.place.map(s=>V(s,e))]);n.size>0&&t.push({kind:"clue",cells:[...n]})}return t}function ke(r,e){let t=n=>V(n,e);return[...Je(r,e),...r.because.links.map(({from:n,to:s,strong:o})=>({kind:"link",from:[t(n),n[2]],to:[t(s),s[2]],strong:o})),...r.because.marks.map(({mark:n,role:s})=>({kind:"ring",cell:t(n),digit:n[2],role:s})),...r.remove.map(n=>({kind:"remove",cell:t(n),digit:n[2]})),...r.place.map(n=>({kind:"place",cell:t(n),digit:n[2]}))]}function Se(r){return r===0?"obvious":r===1?"one rule alone":`${r} rules together`}var Xe=["where","what","why"],_e=class{constructor(e){this.app=e;this.more=p("Hint",()=>{this.next()},{class:"primary","aria-keyshortcuts":"H",title:"Hint (H)"}),this.follow=p("Do it",()=>this.carryOut(),{hidden:!0}),this.element=c("div",{class:"hint",role:"group","aria-label":"Hint"},this.words,this.follow),e.on("play",()=>this.forget()),e.on("text",()=>this.forget())}app;element;more;shapes=[];step=null;strength=-1;asking=new E;words=c("div",{class:"words","aria-live":"polite"});follow;async next(){let e=Xe[Math.min(this.strength+1,Xe.length-1)],t=this.asking.next();this.tell("Looking …");try{let n=await this.fetch(e,t);this.strength=n?Xe.indexOf(e):-1}catch(n){if(v(n))return;this.tell(n instanceof Error?n.message:String(n))}this.label(),this.app.tell("scene",null)}forget(){this.asking.stop(),this.strength=-1,this.shapes=[],this.step=null,this.words.replaceChildren(),this.label()}async fetch(e,t){let{app:n}=this,s=Cn(n.puzzle,n.play),o=await k({ask:"hint",text:n.text,tell:"where",state:s},{signal:t});if(o.error!==void 0)throw new Error(o.error);if(o.wrong?.startsWith("the puzzle has no solution"))return this.tell(oe),!1;if(o.wrong!==void 0)return this.shapes=(o.cells??[]).map(d=>({kind:"wrong",cell:V(d,n.puzzle)})),this.tell(`${ws(o.wrong)} Take that back first.`),!1;let i={ask:"hint",text:xe(n.text,n.puzzle,n.play),...Mn(n.play)?{state:s}:{}},[l,a]=await Promise.all([k({...i,tell:e},{signal:t}),k({...i,tell:"why"},{signal:t})]);if(a.technique===void 0)throw new Error(l.text??a.error??"There is no next step.");return this.found(a,e,l.text??""),!0}found(e,t,n){let{app:s}=this;this.step=e,this.shapes=t==="why"?ke(e,s.puzzle):Je(e,s.puzzle),this.tell(t==="why"?e.text:n,t==="why"?`${e.technique} · ${Se(e.level)} · ${e.rating.toFixed(1)}`:null)}tell(e,t=null){this.words.replaceChildren(...t?[c("strong",{},t)]:[],c("p",{},e))}label(){let e=["Hint","What is it?","Why?","Hint again"];this.more.textContent=e[this.strength+1]??"Hint",this.follow.hidden=this.strength<2||this.step===null}carryOut(){let{app:e,step:t}=this;if(!t)return;e.timer.start();let n=new Map(t.place.map(l=>[V(l,e.puzzle),l[2]])),s=new Map;for(let l of t.remove){let a=V(l,e.puzzle);s.set(a,[...s.get(a)??[],l[2]])}let o=new Map,i=Array.from({length:e.puzzle.high-e.puzzle.low+1},(l,a)=>e.puzzle.low+a);for(let[l,a]of s){let d=e.play.at(l).centre;o.set(l,(d.length>0?[...d]:i).filter(u=>!a.includes(u)))}e.play.follow(n,o,e.puzzle.two)&&e.played()}};function ws(r){return`${r.charAt(0).toUpperCase()}${r.slice(1)}.`}var X=class{constructor(e=()=>performance.now()){this.clock=e}clock;before=null;first(e,t){this.before={digit:e,state:t,time:this.clock()}}second(e,t,n){let{before:s}=this;if(this.before=null,!s||s.state!==t||this.clock()-s.time>=700)return null;let o=s.digit*10+e;return o>9&&o<=n?o:null}};var bs=new Set(["row","column","box","given"]);function zn(r){let e=c("dl",{class:"rules"}),t=c("header",{class:"about"}),n=()=>{let{puzzle:s}=r;t.replaceChildren(c("h2",s.title===""?{class:"untitled"}:{},s.title===""?"Untitled":s.title),...s.author===""?[]:[c("p",{class:"author"},`by ${s.author}`)]);let i=[...new Set(s.clues.map(({kind:a})=>a))].filter(a=>!bs.has(a)).map(a=>r.kinds.find(d=>d.name===a)).filter(a=>a!==void 0),l=ue(r.text);e.replaceChildren(...l.length===0?[]:[c("dt",{},"Not taken over"),...l.map(a=>c("dd",{class:"problem"},a))],c("dt",{},"Grid"),c("dd",{},vs(r)),...s.rules===""?[]:[c("dt",{},"Rules"),c("dd",{},s.rules)],...i.flatMap(a=>[c("dt",{},W(a.name.replaceAll("-"," "))),c("dd",{},a.meaning.replaceAll("`",""))]))};return r.on("puzzle",n),n(),c("section",{class:"told","aria-label":"Rules"},t,e)}function vs(r){let{puzzle:e}=r,t=l=>e.clues.some(a=>a.kind===l),n=[t("row")&&"row",t("column")&&"column",t("box")&&"box",t("region")&&"region"].filter(l=>l!==!1),s=`the digits ${e.low} to ${e.high}`;if(n.length===0)return`${e.rows} rows and ${e.columns} columns, ${s}.`;let o=n.pop();return`No digit repeats in any ${n.length===0?`${o}`:`${n.join(", ")} and ${o}`}; ${s}.`}var W=r=>r.charAt(0).toUpperCase()+r.slice(1);var Ce=class{constructor(e){this.app=e;this.hint=new _e(e),this.checker=new Ee(e),e.on("played",()=>{this.checker.whenFull()});let t=gn(e,{enter:(s,o)=>this.enter(s,o),clear:()=>this.clear(),undo:()=>this.undo(),redo:()=>this.redo()}),n=c("section",{class:"help","aria-label":"Help"},c("div",{class:"helpers"},this.hint.more,this.checker.start,p("Fill in marks",()=>this.fill(),{title:"Centre marks: every digit that no house forbids"}),p("Start again",()=>this.restart())),this.hint.element,this.checker.element);this.element=c("div",{class:"panel playing",id:"panel-play"},c("div",{class:"top"},this.clock(),this.settings()),t,n,zn(e))}app;element;hint;checker;filter=null;keys=new X;changed=!1;scene(){let{app:e}=this,t=[...e.play.filled],n=a=>new Map(t.flatMap(([d,u])=>a(u)===null?[]:[[d,a(u)]])),s=a=>a.length>0?a:null,o=new Map([...e.digits,...e.puzzle.wrong]),i=e.seconds,l=[...this.checker.shapes,...this.hint.shapes];return{...L(e.puzzle),digits:o,seconds:i,corner:n(a=>s(a.corner)),centre:e.settings.fixed?new Map:n(a=>s(a.centre)),colours:n(a=>s(a.colour)),marks:this.hinted(l,o),conflicts:e.settings.conflicts?ve(e.puzzle,new Map([...o,...e.puzzle.givens]),i):new Set(e.puzzle.wrong.keys()),shapes:l,filter:this.filter}}enter(e,t){let{app:n}=this;return!(e==="colour"?t>=0&&t<=9:t>=n.puzzle.low&&t<=n.puzzle.high)||(n.timer.start(),!n.play.enter(e,t,n.selection.cells,n.isGiven,n.puzzle.two))?!1:(n.played(),!0)}type(e,t){let{app:n}=this,s=e==="colour"?null:this.keys.second(t,this.state(e),n.puzzle.high);if(s!==null){this.changed&&n.play.undo(),this.enter(e,s);return}this.changed=this.enter(e,t),this.keys.first(t,this.state(e))}state(e){return[e,this.app.selection.cells,this.app.play.steps,this.app.text].join(`
`)}clear(){this.app.play.clear(this.app.selection.cells,this.app.isGiven)&&this.app.played()}undo(){this.travel(this.app.play.undo())}redo(){this.travel(this.app.play.redo())}toggleFilter(e){this.filter=this.filter===e?null:e,this.app.say(this.filter===null?"All digits":`Where ${e} can be`),this.app.tell("scene",null)}alike(e){let{app:t}=this,n=Array.from({length:t.puzzle.rows*t.puzzle.columns},(a,d)=>d),s=a=>{let d=t.puzzle.givens.get(a);return d===void 0?N(t.play.at(a)):[d]},o=t.play.at(e);if(t.layer==="colour")return o.colour.length===0?[e]:n.filter(a=>Ze(o.colour,t.play.at(a).colour));let i=s(e);if(i.length>0)return n.filter(a=>Ze(i,s(a)));let l=t.layer==="corner"||o.centre.length===0?"corner":"centre";return o[l].length===0?[e]:n.filter(a=>s(a).length===0&&Ze(o[l],t.play.at(a)[l]))}travel(e){e!==null&&this.app.played()}fill(){this.app.timer.start(),this.app.play.fill(An(this.app.puzzle,this.app.play))&&this.app.played(),this.app.changeSettings({fixed:!0})}restart(){this.app.play.restart()&&this.app.played(),this.app.timer.set(0)}hinted(e,t){let n=new Map;if(this.app.settings.fixed)for(let[s,{digit:o,centre:i}]of this.app.play.filled)o===null&&i.length>0&&n.set(s,new Map(i.map(l=>[l,"plain"])));for(let s of e){if(s.kind!=="remove"&&s.kind!=="ring"||t.has(s.cell))continue;let o=n.get(s.cell)??new Map;n.set(s.cell,o.set(s.digit,"plain"))}return n}clock(){let{app:e}=this,t=c("span",{class:"clock",role:"timer","aria-label":"Time"},"0:00"),n=p("",()=>e.changeSettings({timer:!e.settings.timer}),{class:"quiet"}),s=()=>{t.hidden=!e.settings.timer,n.textContent=e.settings.timer?"Hide time":"Show time";let o=Pt(e.timer.seconds);t.textContent!==o&&(t.textContent=o)};return window.setInterval(s,500),e.on("settings",s),e.on("play",s),document.addEventListener("visibilitychange",()=>{document.hidden?e.timer.stop():e.play.canUndo&&e.timer.start()}),s(),c("div",{class:"time"},t,n)}settings(){let{app:e}=this,t=(n,s)=>{let o=c("input",{type:"checkbox"}),i=()=>{o.checked=e.settings[n]};return o.addEventListener("change",()=>e.changeSettings({[n]:o.checked})),e.on("settings",i),i(),c("label",{class:"switch"},o,c("span",{},s))};return c("div",{class:"row wrap"},t("conflicts","Show conflicts"),t("fixed","Marks in fixed places"))}},Ze=(r,e)=>r.some(t=>e.includes(t));var Ln=r=>r.ctrlKey||r.metaKey||r.shiftKey,xs=550,Es=380,ks=.43;function Pn(r,e,t){let n=null,s={x:0,y:0},o=null,i=!1,l=null,a=0,d=m=>x(Math.floor(m.y),Math.floor(m.x),e()),u=(m,f)=>Math.hypot(m.x-b(f,e())-.5,m.y-w(f,e())-.5)<ks;r.element.addEventListener("pointerdown",m=>{if(m.button!==0)return;let f=r.pointAt(m),g=d(f);if(m.preventDefault(),g===null){t.outside(f);return}let y=t.special&&l!==null&&l.cell===g&&m.timeStamp-l.time<Es;if(l={cell:g,time:m.timeStamp},y){l=null,t.alike(g);return}r.element.setPointerCapture(m.pointerId),n=t.start(g,Ln(m)),[s,o,i]=[f,g,!1],t.special&&(a=window.setTimeout(()=>{n=null,t.alike(g)},xs))}),r.element.addEventListener("pointermove",m=>{if(n===null)return;let f=r.pointAt(m),g=Math.max(1,Math.ceil(Math.hypot(f.x-s.x,f.y-s.y)/.15));for(let y=1;y<=g;y+=1){let S={x:s.x+(f.x-s.x)*y/g,y:s.y+(f.y-s.y)*y/g},P=d(S);P===null||P===o||!u(S,P)||(i=!0,o=P,l=null,window.clearTimeout(a),t.over(P,n))}s=f});let h=(m,f)=>{window.clearTimeout(a),n!==null&&(n=null,f&&t.end(i?null:r.pointAt(m),Ln(m)))};r.element.addEventListener("pointerup",m=>h(m,!0)),r.element.addEventListener("pointercancel",m=>h(m,!1))}function $n(r,e){return[`atom_to_term('${r.trim().replace(/\.\s*$/,"").replaceAll("\\","\\\\").replaceAll("'","\\'").replaceAll(`
`," ")}', Goal__, Names__)`,`forall(limit(${e}, Goal__), (`,"copy_term(Names__, Copy__, Open__)","Style__ = [quoted(true), portray(true), numbervars(true), variable_names(Copy__)]","forall((member(N__ = V__, Copy__), nonvar(V__)), (write(N__), write(' = '), write_term(V__, Style__), nl))","forall((member(O__, Open__), (O__ = _:P__ -> true ; P__ = O__)), (write_term(P__, Style__), nl))","writeln('%%')))"].join(", ").replace("(, ","(")}function Tn(r,e){let t=new RegExp(`^((?:ERROR|Warning): )-g ${e.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")}: (?:'<meta-call>'/1: )?`),n=r.find(s=>t.test(s))?.replace(t,"")??null;return{lines:r.map(s=>s.replace(t,"$1")),mistake:n}}function On(r){let e=/\[\s*(\[[\d\s,]+\](?:\s*,\s*\[[\d\s,]+\])+)\s*\]/.exec(r)?.[1];if(e!==void 0){let s=[...e.matchAll(/\[([^\]]*)\]/g)].map(([,o])=>(o??"").split(",").map(Number));return s.length>1&&s.every(o=>o.length===s[0]?.length)?s:null}let t=/^\s*\d+(?:\s+\d+)+\s*$/.test(r)?r.trim().split(/\s+/).map(Number):[],n=Math.sqrt(t.length);return n<4||!Number.isInteger(n)?null:Array.from({length:n},(s,o)=>t.slice(o*n,(o+1)*n))}function Nn(r){let e=new Map;for(let t of r){let n=/^(\w+)\((\d+),(\d+),(\d+)\)$/.exec(t);if(!n)continue;let s=e.get(n[1])??new Map;e.set(n[1],s.set(`${n[2]} ${n[3]}`,Number(n[4])))}for(let t of e.values()){let n=Math.sqrt(t.size);if(n<4||!Number.isInteger(n))continue;let s=Array.from({length:n},(o,i)=>Array.from({length:n},(l,a)=>t.get(`${i+1} ${a+1}`)));if(s.every(o=>o.every(i=>i!==void 0)))return s}return null}var Ss=/^(?:(ERROR|Warning):\s+)?(?:program\.\w+|<stdin>):(\d+):(?:(\d+)(?:-(\d+))?:)?\s*(?:(error|warning|note|info):\s*)?(.*)$/;function Qe(r){let e=[];for(let t of r){let n=Ss.exec(t);if(n){let i=Number(n[3]??1),l=n[4]===void 0?{}:{length:Math.max(1,Number(n[4])-i)},a=n[1]==="Warning"||n[5]!==void 0&&n[5]!=="error";e.push({line:Number(n[2]),column:i,message:(n[6]??"").trim(),...l,...a?{mild:a}:{}});continue}let s=/^(?:(?:ERROR|Warning): {2,}| *= )(\S.*)$/.exec(t)?.[1],o=e.pop();o&&(s===void 0?e.push(o):o.message===""?e.push({...o,message:s}):e.push({...o,help:o.help===void 0?s:`${o.help} ${s}`}))}return e}var Z=class{element;area;backdrop=c("pre",{class:"backdrop","aria-hidden":"true"});list=c("ul",{class:"mistakes","aria-live":"polite"});mistakes=[];constructor(e,t){this.area=c("textarea",{spellcheck:"false",autocomplete:"off",autocapitalize:"off",wrap:"off","aria-label":e});let n=c("div",{class:"code"},this.backdrop,this.area);this.element=c("div",{class:"editor"},n,this.list),this.area.addEventListener("input",()=>{this.mistakes=[],this.paint(),t(this.area.value)}),this.area.addEventListener("scroll",()=>this.follow()),this.area.addEventListener("keydown",s=>{s.key!=="Escape"&&s.stopPropagation()})}get text(){return this.area.value}set text(e){if(e===this.area.value)return;let t=this.area.selectionStart;this.area.value=e,document.activeElement===this.area&&this.area.setSelectionRange(t,t),this.mistakes=[],this.paint()}show(e){this.mistakes=e,this.paint()}paint(){let e=this.area.value.split(`
`);this.backdrop.replaceChildren(...e.map((t,n)=>{let s=this.mistakes.filter(o=>o.line===n+1);return c("span",{class:s.length===0?"line":s.every(({mild:o})=>o)?"line mild":"line bad"},..._s(t,s),`
`)})),this.list.replaceChildren(...this.mistakes.map(t=>c("li",{class:t.mild?"mild":""},p(`Line ${t.line}`,()=>this.goTo(t),{class:"quiet"}),c("span",{},t.message,t.help?c("small",{},` ${t.help}`):null)))),this.area.setAttribute("aria-invalid",String(this.mistakes.some(({mild:t})=>!t))),this.follow()}follow(){this.backdrop.scrollTop=this.area.scrollTop,this.backdrop.scrollLeft=this.area.scrollLeft}goTo({line:e,column:t,length:n}){let o=this.area.value.split(`
`).slice(0,e-1).join(`
`).length+(e>1?1:0)+t-1;this.area.focus(),this.area.setSelectionRange(o,o+(n??1))}};function _s(r,e){let t=[],n=0;for(let{column:s,length:o}of[...e].sort((i,l)=>i.column-l.column)){let i=Math.min(Math.max(s-1,n),r.length),l=/^\s*[\p{L}\p{N}_.-]*/u.exec(r.slice(i))?.[0].length??1,a=Math.min(r.length,i+Math.max(1,o??l));t.push(r.slice(n,i),c("mark",{},r.slice(i,a)||" ")),n=a}return t.push(r.slice(n)),t}var Me=class{inside=null;around=[];take(e){if(this.inside===null)return/^\s*"Witnesses": \[$/.test(e)?this.inside=[]:this.around.push(e),null;if(this.inside.length===0&&/^\s*\},?$/.test(e))return null;if(this.inside.length===0&&/^\s*\]$/.test(e))return this.inside=null,null;if(this.inside.push(e),/[,[{]$/.test(e))return null;let t=Rn(`${this.inside.join(`
`)}}`);return t!==null&&(this.inside=[]),t}summary(){return Rn(this.around.join(`
`))}};function Rn(r){try{return JSON.parse(r)}catch{return null}}var et=400,Ae=class{constructor(e){this.app=e;this.editor=new Z("Program",()=>{});for(let t of[this.goal,this.number])t.addEventListener("keydown",n=>{n.stopPropagation(),n.key==="Enter"&&this.run()});this.source=T(this.sources(),"puzzle prolog",t=>{this.load(t)},{"aria-label":"Program"}),this.goalField=C("Goal",this.goal),this.element=c("div",{class:"panel programs",id:"panel-programs"},c("section",{class:"program"},c("div",{class:"row wrap"},C("Program",this.source)),this.editor.element,c("div",{class:"row wrap end"},this.goalField,C("Answers",this.number),p("Run",()=>{this.run()},{class:"primary"}),p("Stop",()=>this.asking.stop()))),c("section",{class:"results"},c("h2",{},"Answers"),this.status,this.answers)),e.on("view",t=>{t==="programs"&&this.source.value.startsWith("puzzle")&&this.loaded!==e.text&&this.load(this.source.value)})}app;element;language="prolog";editor;goal=c("input",{type:"text",spellcheck:"false",autocomplete:"off",class:"wide"});number=c("input",{type:"number",min:0,max:1e3,value:1,class:"short"});answers=c("div",{class:"answers","aria-live":"polite",role:"region","aria-label":"Answers",tabindex:0});status=c("p",{role:"status",class:"progress"});asking=new E;writing=new E;source;goalField;lines=0;loaded=null;sources(){let e={prolog:"Prolog",asp:"Answer sets"};return[["puzzle prolog","This puzzle, in Prolog"],["puzzle asp","This puzzle, as an answer set program"],...Ve.map(({title:t,language:n},s)=>[`example ${s}`,`Example, ${e[n]}: ${t}`])]}async load(e){this.asking.stop(),this.writing.stop();let[t,n=""]=e.split(" ");if(this.editor.show([]),t==="example"){let s=Ve[Number(n)];if(!s)return;this.setLanguage(s.language),this.editor.text=s.text,s.language==="prolog"&&(this.goal.value=s.goal);return}this.setLanguage(n),this.loaded=this.app.text;try{let s=this.writing.next(),o=await k({ask:"convert",text:this.app.text,to:n},{signal:s});this.editor.text=o.text??`% ${o.error??"This puzzle cannot be written as a program."}
`,n==="prolog"&&(this.goal.value="true")}catch(s){v(s)||(this.status.textContent=s instanceof Error?s.message:String(s))}}setLanguage(e){this.language=e,this.goalField.hidden=e==="asp",this.answers.replaceChildren(),this.status.textContent=""}async run(){let e=this.asking.next();this.answers.replaceChildren(),this.editor.show([]),this.goal.removeAttribute("aria-invalid"),this.lines=0,this.status.textContent="Running …";let t=performance.now();try{let n=this.language==="prolog"?await this.runProlog(e):await this.runAsp(e),s=(performance.now()-t)/1e3,{lines:o,mistake:i}=Tn(n.err,this.query),l=Qe(o);this.editor.show(l),i!==null&&this.goal.setAttribute("aria-invalid","true");let a=l.filter(({mild:d})=>!d).length+(i===null?0:1);for(let d of o)this.print(d,/^(Warning:|% )/.test(d)?"remark":"err");n.why!==null?this.status.textContent=O(n):this.status.textContent=`${In(a,"mistake")}${In(l.filter(({mild:d})=>d).length,"warning")}${this.verdict} ${s.toFixed(2)} s`}catch(n){v(n)?this.status.textContent=this.lines>=et?`Stopped after ${et} lines.`:"Stopped.":this.status.textContent=n instanceof Error?n.message:String(n)}}verdict="";query="";async runProlog(e){let t=this.goal.value.trim()||"true",n=0,s=0;this.query=$n(t,Math.max(1,Number(this.number.value)||1));let o=l=>{if(l!=="%%"){s+=1,this.print(l,"out");return}n+=1,this.sofar(n,"answer"),t!=="true"&&s===0?this.empty(n,"true"):this.answers.append(c("hr",{})),s=0},i=await M({ask:"prolog",text:this.editor.text,goal:this.query},{signal:e,line:o,forget:!0});return this.verdict=n>0&&t!=="true"?`${n} answer${n===1?"":"s"},`:t==="true"||i.exit===0?t==="true"?"Done,":"No answer,":"",i}async runAsp(e){let t=new Me,n=0,s=l=>{let a=t.take(l);if(!a)return;n+=1,this.sofar(n,"answer set");let d=a.Value??[],u=a.Costs?`, cost ${a.Costs.join(" ")}`:"";if(d.length===0&&u===""){this.empty(n,"empty");return}this.answers.append(c("h3",{},`Answer ${n}${u}`));let h=Nn(d);h&&this.answers.append(this.drawGrid(h)),this.print(d.join(" "),"out")},o=await M({ask:"asp",text:this.editor.text,models:Math.max(0,Number(this.number.value)||0)},{signal:e,line:s,forget:!0}),i=t.summary();return this.verdict=Qe(o.err).some(({mild:l})=>!l)?"":`${(i?.Result??"").toLowerCase()}, ${n} answer set${n===1?"":"s"}${i?.Models?.More==="yes"?" and maybe more":""},`,o}sofar(e,t){this.status.textContent=`Running … ${e} ${t}${e===1?"":"s"}`}empty(e,t){let n=this.answers.lastElementChild;n instanceof HTMLElement&&n.dataset.from!==void 0?n.textContent=`Answers ${n.dataset.from} to ${e}: ${t}`:this.answers.append(c("h3",{"data-from":e},`Answer ${e}: ${t}`))}print(e,t){if(this.lines+=1,this.lines>et){this.asking.stop();return}let n=t==="out"?On(e):null;if(n){let s=/^(\w+)\s*=/.exec(e)?.[1];this.answers.append(...s?[c("h3",{},s)]:[],this.drawGrid(n))}else this.answers.append(c("pre",{class:t},e))}drawGrid(e){let t=e.length===e[0]?.length?Math.sqrt(e.length):0,n=c("table",{class:"grid"},c("tbody",{},...e.map(o=>c("tr",{},...o.map(i=>c("td",{},String(i)))))));Number.isInteger(t)&&(n.dataset.box=String(t));let s=p("Show on the board",()=>this.toBoard(e.flat()),{class:"quiet"});return c("div",{class:"found"},n,e.length===this.app.puzzle.rows&&e[0]?.length===this.app.puzzle.columns?s:null)}toBoard(e){let{app:t}=this,n=new Map(e.map((s,o)=>[o,s]).filter(([s])=>!t.isGiven(s)));t.setView("play"),t.play.follow(n,new Map)&&t.played()}},In=(r,e)=>r===0?"":`${r} ${e}${r===1?"":"s"}; `;var ze=8,Cs=30,Ms=250,tt=10,As=/^r\d+c\d+ and r\d+c\d+ are both /,Fn="Nothing to change.",Le=class{constructor(e,t,n){this.app=e;this.changed=t;this.stop=p("Stop",()=>this.counting.stop(),{hidden:!0});let s=c("input",{type:"checkbox"});s.checked=e.settings.candidates,s.addEventListener("change",()=>{e.changeSettings({candidates:s.checked}),this.soon()}),this.element=c("section",{class:"feedback","aria-label":"Live answers"},c("div",{class:"verdict-row"},this.verdict,n),this.details,c("div",{class:"thirds"},p("Count all",()=>{this.count()}),p("Complete",()=>{this.change("complete")},{title:"Add the fewest givens that leave one solution"}),p("Minimise",()=>{this.change("minimise")},{title:"Take away clues while one solution is left"})),c("div",{class:"row wrap counted"},this.number,this.stop),c("div",{class:"row wrap"},c("label",{class:"switch"},s,c("span",{},"Candidates")),Ps())),e.on("opened",()=>{[this.marks,this.clashing,this.spare]=[new Map,[],[]],this.say("busy","")}),e.on("text",()=>this.soon()),e.on("view",()=>this.soon())}app;changed;element;marks=new Map;clashing=[];spare=[];asking=new E;counting=new E;verdict=c("p",{class:"verdict",role:"status"});details=c("div",{class:"details"});number=c("span",{role:"status"});stop;timer=0;soon(){this.asking.stop(),this.counting.stop(),window.clearTimeout(this.timer),this.number.textContent="",this.app.view==="set"&&(this.timer=window.setTimeout(()=>{this.run()},Cs))}async run(){let{app:e}=this,t=this.asking.next(),n=e.text;if(de(n)!==null){[this.clashing,this.spare,this.marks]=[[],[],new Map],this.say("invalid",je),this.changed();return}this.element.setAttribute("aria-busy","true");let s=window.setTimeout(()=>!t.aborted&&this.say("busy","Looking …"),Ms),o=0,i=l=>{let a=Gn(l);!a?.why||t.aborted||(window.clearTimeout(s),this.clash(a.why,o===0?"all":"some"),o||=a.why.length)};try{let l=k({ask:"check",text:n,why:!0,time:tt},{signal:t,remark:i}),a=e.settings.candidates?k({ask:"candidates",text:n,cap:ze,time:tt},{signal:t}).catch(Hn):null,d=await l;window.clearTimeout(s),this.judge(d);let u=d.status!=="none"&&d.error===void 0;u||(this.marks=new Map),this.changed();let h=u?k({ask:"redundant",text:n,time:tt},{signal:t}).catch(Hn):null,m=await a;if(t.aborted)return;u&&(this.marks=m?Ls(m):new Map),this.changed();let f=await h;if(t.aborted)return;this.spare=nt(f?.redundant),this.changed()}catch(l){v(l)||this.say("unknown",l instanceof Error?l.message:String(l))}finally{window.clearTimeout(s),t.aborted||this.element.removeAttribute("aria-busy")}}clash(e,t){this.spare=[],this.marks=new Map,this.clashing=t==="all"?[]:e;let n={all:`Of ${Q(e.length,"clue")} some clash; looking for them …`,some:`${Q(e.length,"clue")} clash; looking for fewer …`,"not fewer":"These clash:","perhaps fewer":"These clash; perhaps fewer do:"}[t],s=t==="all"?[]:[c("ul",{},...e.map(({clue:o})=>c("li",{},o)))];this.say("none","No solution",c("p",{},n),...s),this.changed()}judge(e){this.clashing=[],this.spare=[];let t=e.errors?.filter(({message:n})=>As.test(n))??[];t.length>0&&t.length===e.errors?.length?this.say("none","No solution",c("p",{},"These clash:"),c("ul",{},...t.map(({message:n})=>c("li",{},n)))):e.error!==void 0?this.say("invalid",e.error):e.status==="unique"?this.say("unique","1 solution"):e.status==="multiple"?this.say("multiple","Several solutions"):e.status!=="none"?this.say("unknown","Not found out in time"):e.why?this.clash(e.why,e.smallest?"not fewer":"perhaps fewer"):this.say("none","No solution")}say(e,t,...n){this.verdict.dataset.status=e,this.verdict.textContent=t,this.details.replaceChildren(...n)}async change(e){let{app:t}=this,n=this.counting.next();this.stop.hidden=!1,this.number.textContent="Looking …";try{let s=await k({ask:e,text:t.text},{signal:n}),o=s.puzzle===void 0?s.error??"That is not possible.":zs(s);s.puzzle!==void 0&&o!==Fn&&t.edit(`${s.puzzle.trimEnd()}
`),this.number.textContent=o}catch(s){this.number.textContent=v(s)?"Stopped.":s instanceof Error?s.message:String(s)}finally{this.stop.hidden=!0}}async count(){let e=this.counting.next();this.stop.hidden=!1,this.number.textContent="Counting …";let t=0n,n=s=>{let{fraction:o}=Gn(s)??{},i=Dn(s,"solutions");i===null||o===void 0||e.aborted||(t=i,this.number.textContent=`${Q(t)} so far, ${(100*o).toFixed(1)} % searched`)};try{let s=await M({ask:"count",text:this.app.text,progress:!0},{signal:e,remark:n}),o=s.out[0],i=o===void 0?null:JSON.parse(o);if(!i||i.count===void 0)this.number.textContent=i?.error??(t>0n?`At least ${Q(t)}.`:O({...s,err:[]}));else{let l=Q(Dn(o??"","count")??BigInt(i.count));this.number.textContent=i.exact?l:`At least ${l}.`}}catch(s){v(s)?this.number.textContent=t>0n?`Stopped. At least ${Q(t)}.`:"Stopped.":this.number.textContent=s instanceof Error?s.message:String(s)}finally{this.stop.hidden=!0}}};function zs({added:r=[],taken:e=[]}){let t=n=>`${n.length} clue${n.length===1?"":"s"}`;return r.length>0?`${t(r)} added.`:e.length>0?`${t(e)} taken away.`:Fn}var Q=(r,e="solution")=>`${r.toLocaleString("en")} ${e}${r===1||r===1n?"":"s"}`;function Dn(r,e){let t=new RegExp(`"${e}":(\\d+)`).exec(r)?.[1];return t===void 0?null:BigInt(t)}var nt=r=>(r??[]).flatMap(({line:e})=>e??[]);function Gn(r){try{return JSON.parse(r)}catch{return null}}var Hn=()=>null;function Ls(r){let e=new Map;return r.candidates?.forEach((t,n)=>t.forEach((s,o)=>{let i=r.counts?.[n]?.[o]??[],l=a=>{let d=i[a]??ze;return d>=ze?"many":d===1?"once":"some"};e.set(n*t.length+o,new Map(s.map((a,d)=>[a,l(d)])))})),e}function Ps(){let r=(e,t)=>c("li",{},c("span",{class:`swatch ${e}`,"aria-hidden":"true"},"5"),t);return c("ul",{class:"legend","aria-label":"Candidates by the number of solutions they are in"},r("once","in one solution"),r("some",`in fewer than ${ze}`),r("many","in more"))}var Pe=class{constructor(e,t,n){this.app=e;this.marked=t;this.look=n;this.element=c("section",{"aria-label":"Clues"},this.heading,this.note,this.list),e.on("text",()=>{this.editing=null,this.draw()}),e.on("puzzle",()=>this.draw())}app;marked;look;element;list=c("ul",{class:"clues"});heading=c("h2",{},"Clues");note=c("p",{class:"progress",hidden:!0},"Each clue that is not needed could go by itself; not all of them together.");editing=null;draw(){let{app:e}=this,t=z(e.text,e.puzzle).filter(({kind:n})=>!te.has(n));this.heading.textContent=t.length===0?"No clues yet":`Clues (${t.length})`,this.note.hidden=this.marked().spare.length<2,this.list.replaceChildren(...t.map(n=>this.editing===n.first?this.form(n):this.item(n)))}item(e){let{clashing:t,spare:n}=this.marked(),s=l=>l.some(a=>a-1>=e.first&&a-1<=e.last),o=e.text.replace(/\s+/g," "),i=s(nt(t))?"clashes":s(n)?"not needed":null;return c("li",{class:i===null?"":i.replace(" ","-")},p(c("code",{},o),()=>this.look(e),{class:"clue",title:"Show its cells"}),i===null?null:c("span",{class:"note"},i),p("Edit",()=>this.edit(e),{class:"quiet","aria-label":`Edit ${o}`}),p("×",()=>this.remove(e),{class:"quiet","aria-label":`Delete ${o}`,title:"Delete"}))}form(e){let t=c("textarea",{rows:e.text.split(`
`).length,"aria-label":"Statement",spellcheck:"false"});t.value=e.text;let n=()=>{this.editing=null;let s=He(this.app.text,e,t.value.trim());s===this.app.text?this.draw():this.app.edit(s)};return t.addEventListener("keydown",s=>{s.stopPropagation(),s.key==="Enter"&&!s.shiftKey?(s.preventDefault(),n()):s.key==="Escape"&&(this.editing=null,this.draw())}),queueMicrotask(()=>t.focus()),c("li",{class:"editing"},t,p("Save",n,{class:"primary"}))}edit(e){this.editing=e.first,this.draw()}remove(e){this.app.edit(D(this.app.text,[e])),this.app.say(`Deleted: ${e.text}`)}};function Bn(r,e){let[t,n]=[Math.floor(r.y),Math.floor(r.x)],s=t>=0&&t<e.rows,o=n>=0&&n<e.columns,i=(l,a,d)=>{let u=x(l,a,e);return u===null?null:{cell:u,direction:d}};return s&&n<0?i(t,0,"right"):s&&n>=e.columns?i(t,e.columns-1,"left"):o&&t<0?i(0,n,"down"):o&&t>=e.rows?i(e.rows-1,n,"up"):null}var $s=[["down-right",1,1],["down-left",1,-1],["up-right",-1,1],["up-left",-1,-1]];function Kn(r,e,t){let[n,s]=[Math.floor(r.y),Math.floor(r.x)];if(x(n,s,t)!==null)return null;let o=$s.flatMap(([i,l,a])=>{let d=x(n+l,s+a,t);return d===null?[]:[{cell:d,direction:i}]});return o.find(({direction:i})=>i===e)??o[0]??null}function jn(r,e,t){let[n,s]=[Math.round(r.x),Math.round(r.y)],[o,i]=[Math.abs(r.x-n),Math.abs(r.y-s)];if(e){let a=[[-1,-1],[-1,0],[0,-1],[0,0]].map(([d=0,u=0])=>x(s+d,n+u,t));return a.includes(null)?null:a}let l=o<i?[x(Math.floor(r.y),n-1,t),x(Math.floor(r.y),n,t)]:[x(s-1,Math.floor(r.x),t),x(s,Math.floor(r.x),t)];return l.includes(null)||Math.min(o,i)>.3?null:l}var qn=["cells","lines","cages","edges","outside","global","rule text"],Ts=new Set(["chaos-arrow","chaos-count"]),Os=new Set(["CELLS","CELL","CIRCLE","SHAFT","COPY","LINE"]),Ns=["down-right","down-left","up-right","up-left"],rt=["right","left","down","up"],Rs={cells:"given candidates odd even minimum maximum row-indexer column-indexer box-indexer counting-circles clone count-distinct value-indexing",lines:"thermo slow-thermo arrow palindrome renban nabner whisper dutch-whisper modular-line parity-line entropic-line between-line lockout sequence region-sum-line region-total-line double-arrow zipper sum-line",cages:"cage sum multi-cage digital-root-cage rellik equality-cage look-and-say contains contains-exactly equal-sum same-digits extra-region region row column box chaos-arrow chaos-count lunchbox",edges:"difference ratio x v edge-sum greater quadruple quadruple-set",outside:"little-killer sandwich x-sum skyscraper hidden-skyscraper numbered-room full-rank",global:"rank-ties"};function Vn(r){let e=Ds(r.syntax);return{kind:r,parts:e,group:Is(r.name,e)}}function Is(r,e){for(let[t,n]of Object.entries(Rs))if(n.split(" ").includes(r))return t;return e.some(t=>t.part==="value"&&t.name==="FORMULA")?"rule text":e.some(t=>t.part==="cells"&&t.line)?"outside":e.some(t=>t.part==="cells")?"cages":"global"}function Ds(r){let e=r.split(/\s+/).slice(1),t=[];for(let n=0;n<e.length;n+=1){let s=e[n];if(s==="..."||s==="...]")continue;let o=(e[n+1]??"").startsWith("..."),i=s.startsWith("["),l=s.replace(/[[\]]/g,"");l==="="||l==="/"?i||t.push({part:"sign",sign:l,more:e[n+2]==="..."}):Os.has(l)?t.push({part:"cells",name:l,one:l==="CELL",line:l==="LINE"}):l==="DIRECTION"?t.push({part:"choice",words:Ns,required:!0}):l.includes("|")||/^[a-z]+$/.test(l)?t.push({part:"choice",words:l.split("|"),required:!i}):t.push({part:"value",name:l,required:!i,several:o})}return t}function Wn(r,e,t){let n=[r.kind.name],s=0,o=[];r.parts.forEach((a,d)=>{if(a.part==="sign")n.push(a.sign);else if(a.part==="cells"){let u=e.lists[s]??[];s+=1,u.length===0&&s>1&&Ts.has(r.kind.name)?n.pop():u.length===0?o.push(s>1?"a second list of cells (press = and select them)":"cells: select them on the board"):n.push(Hs(a,u,e.direction,t))}else{let u=(e.words.get(d)??"").trim();u!==""?n.push(u):a.required&&o.push(a.part==="value"?st(a.name):a.words.join(" or "))}});let i=r.parts.some(a=>a.part==="sign"&&a.more)?e.lists.slice(s):[],l=r.parts.find(a=>a.part==="sign");for(let a of i)a.length>0&&l?.part==="sign"&&n.splice(Gs(n),0,l.sign,U(a,t));return o.length>0?{missing:`Still needed: ${o.join(", ")}.`}:{text:n.join(" ")}}function Gs(r){return r.findLastIndex(e=>/^r\d/.test(e))+1}function Hs(r,e,t,n){let s=e[0];return r.one?A(s,n):r.line&&e.length===1?`${A(s,n)} ${t}`:U(e,n)}function st(r){let e=r.toLowerCase().replace("countxdigit","counts, such as 2x5");return e.startsWith("counts")||e.endsWith("s")?e:`a ${e}`}function ie(r){return{count:r.parts.filter(({part:e})=>e==="cells").length,more:r.parts.some(e=>e.part==="sign"&&e.more)}}var Fs=new Set(["odd","even","minimum","maximum","row-indexer","column-indexer","box-indexer"]);function Un(r){return(r.group==="lines"||r.group==="edges"||Fs.has(r.kind.name))&&ie(r).count===1&&r.parts.every(t=>t.part!=="value"||!t.required)}var Bs=new Set(["whisper","dutch-whisper","modular-line","parity-line","entropic-line","between-line","double-arrow","palindrome","zipper"]),Yn=r=>Bs.has(r.kind.name);var $e=class{constructor(e,t){this.app=e;this.actions=t;this.form.addEventListener("submit",n=>{n.preventDefault(),t.place()}),this.element=c("section",{class:"toolbox","aria-label":"Tools"},this.groups,this.list,this.form,this.missing),e.on("puzzle",()=>this.drawList())}app;actions;element;tool=null;direction="right";words=new Map;group="cells";tools=[];inputs=[];groups=c("div",{class:"groups",role:"group","aria-label":"Kinds of tools"});list=c("div",{class:"tools",role:"group","aria-label":"Tools"});form=c("form",{class:"tool-form"});missing=c("p",{class:"problem",role:"status"});load(){this.tools=this.app.kinds.map(Vn),this.drawGroups(),this.choose(this.tools.find(({kind:e})=>e.name==="given")??null)}choose(e){this.tool=e,this.words.clear(),this.missing.textContent="",e?.parts.forEach((t,n)=>{t.part==="choice"&&t.required&&this.words.set(n,t.words[0]??"")}),this.drawList(),this.drawForm(),this.actions.chosen()}tell(e){this.missing.textContent=e}type(e){let t=this.inputs[0];return t?(t.value=e===""?t.value.slice(0,-1):t.value+e,t.dispatchEvent(new Event("input")),!0):!1}get typed(){return this.inputs[0]?.value??""}clear(){this.missing.textContent="";for(let e of this.inputs)e.value="",e.dispatchEvent(new Event("input"))}focusValue(){this.inputs[0]?.focus()}drawGroups(){this.groups.replaceChildren(...qn.map(e=>p(W(e),()=>{this.group=e,this.drawGroups(),this.drawList(),this.choose(this.tools.find(t=>t.group===e&&t.parts.length>0)??null)},{class:"chip-button","aria-pressed":String(e===this.group)})))}drawList(){let e=new Set(z(this.app.text,this.app.puzzle).map(({kind:n})=>n)),t=this.tools.filter(n=>n.group===this.group);this.list.replaceChildren(...t.map(n=>{let s=n.parts.length===0,o=s?e.has(n.kind.name):n===this.tool;return p(W(n.kind.name.replaceAll("-"," ")),()=>s?this.toggle(n):this.choose(n),{class:"tool","aria-pressed":String(o),title:n.kind.meaning})}))}toggle(e){let{app:t}=this,n=z(t.text,t.puzzle).filter(({kind:s})=>s===e.kind.name);t.edit(n.length>0?D(t.text,n):`${t.text.trimEnd()}
${e.kind.name}
`),this.tool=e,this.drawList(),this.drawForm(),this.actions.chosen()}drawForm(){let{tool:e}=this;if(this.inputs=[],!e){this.form.replaceChildren();return}let t=e.parts.flatMap((o,i)=>o.part==="value"?[this.valueField(o.name,o.required,i)]:o.part==="choice"?[this.choiceField(o.words,o.required,i)]:o.part==="cells"&&o.line?[this.directionField()]:[]),{count:n,more:s}=ie(e);this.form.replaceChildren(c("p",{class:"meaning"},e.kind.meaning.replaceAll("`","")),c("p",{class:"syntax"},c("code",{},e.kind.syntax)),c("div",{class:"row wrap end",hidden:e.parts.length===0},...t,c("button",{type:"submit",class:"primary",title:"Enter"},"Add"),(n>1||s)&&p("Next list",()=>this.actions.nextList(),{title:"= or /"})))}valueField(e,t,n){let s=e==="FORMULA",o=c("input",{type:"text",autocomplete:"off",spellcheck:"false",inputmode:s?"text":"decimal",class:s?"wide":"short"});return o.addEventListener("input",()=>this.words.set(n,o.value)),o.addEventListener("keydown",i=>i.key!=="Escape"&&i.stopPropagation()),this.inputs.push(o),C(W(st(e).replace(/^a /,"")),o,t?void 0:"may be left out")}choiceField(e,t,n){let s=[...t?[]:[""],...e],o=T(s.map(i=>[i,i===""?"–":i]),this.words.get(n)??s[0]??"",i=>{this.words.set(n,i),this.direction=i,this.actions.chosen()});return C(e.includes("down-left")?"Direction":"Which",o)}directionField(){rt.includes(this.direction)||(this.direction="right");let e=T(rt.map(t=>[t,t]),this.direction,t=>{this.direction=t});return C("Direction",e)}setDirection(e){this.direction=e;let t=this.tool?.parts.findIndex(n=>n.part==="choice"&&n.words.includes(e))??-1;t>=0&&this.words.set(t,e);for(let n of this.form.querySelectorAll("select"))[...n.options].some(({value:s})=>s===e)&&(n.value=e)}};var Te=class{constructor(e,t){this.app=e;this.board=t;this.tools=new $e(e,{chosen:()=>{this.finished=[],this.fitMargin(),e.tell("scene",null)},place:()=>this.place(),nextList:()=>this.nextList()});let n=()=>{this.clues.draw(),e.tell("scene",null)};this.feedback=new Le(e,n,this.history()),this.clues=new Pe(e,()=>this.feedback,o=>this.look(o)),this.editor=new Z("The puzzle as text",o=>e.edit(o,!0)),e.on("text",o=>{this.editor.text=o}),e.on("problems",o=>this.editor.show(o)),e.on("view",()=>this.fitMargin());let s=c("details",{class:"fold",open:!0},c("summary",{},"Text"),this.editor.element);this.element=c("div",{class:"panel setting",id:"panel-set"},this.feedback.element,this.tools.element,this.frame(),this.clues.element,s)}app;board;element;tools;feedback;clues;editor;finished=[];keys=new X;scene(){let{app:e}=this,t=[...this.finished.map(n=>({kind:"clue",cells:n})),...[...this.clashing()].map(n=>({kind:"wrong",cell:n}))];return{...L(e.puzzle),marks:e.settings.candidates?this.feedback.marks:new Map,shapes:t}}clashing(){let{app:e}=this,t=z(e.text,e.puzzle),n=this.feedback.clashing.flatMap(({line:s,clue:o})=>{let i=s===null?void 0:t.find(({first:l,last:a})=>s-1>=l&&s-1<=a);return i?.kind==="givens"?(o.match(/\br\d+c\d+\b/g)??[]).flatMap(l=>I(l,e.puzzle)??[]):i===void 0||te.has(i.kind)?[]:i.cells});return new Set(n)}digit(e){let{app:t}=this;if(this.tools.tool?.kind.name!=="given"&&this.tools.type(String(e)))return;let n=J(t.text,t.puzzle,t.puzzle.low),s=t.selection.cells,o=()=>[s,t.text].join(`
`),i=this.keys.second(e,o(),t.puzzle.high);if(i!==null){i>=t.puzzle.low&&this.giveAs(new Map([...n,...s.map(l=>[l,i])]));return}if(e>=t.puzzle.low&&e<=t.puzzle.high){let l=s.length>0&&s.every(a=>n.get(a)===e);for(let a of s)l?n.delete(a):n.set(a,e);this.giveAs(n)}this.keys.first(e,o())}clear(){let{app:e}=this;if(this.tools.typed!==""&&this.tools.type(""))return;let t=e.selection.cells,n=J(e.text,e.puzzle,e.puzzle.low);if(t.filter(i=>n.delete(i)).length>0){this.giveAs(n);return}let o=z(e.text,e.puzzle).filter(i=>i.cells.length>0&&i.cells.every(l=>e.selection.has(l)));o.length>0&&e.edit(D(e.text,o))}place(){let{app:e}=this,{tool:t}=this.tools;if(!t)return;let n=[...this.finished,...e.selection.cells.length>0?[e.selection.cells]:[]],s=Wn(t,{words:this.tools.words,lists:n,direction:this.tools.direction},e.puzzle);if("missing"in s){this.tools.tell(s.missing),e.say(s.missing);return}this.finished=[],e.selection.none(),e.edit(wt(e.text,s.text)),this.tools.clear(),e.say(`Added: ${s.text}`),e.tell("selection",null)}nextList(){let{app:e}=this;if(!this.tools.tool||e.selection.cells.length===0)return;let{count:t,more:n}=ie(this.tools.tool);!n&&this.finished.length+1>=t||(this.finished.push([...e.selection.cells]),e.selection.none(),e.say("Next list of cells."),e.tell("scene",null))}over(e){let{tool:t}=this.tools;t?.group==="lines"?this.app.selection.trace(e,Yn(t)):this.app.selection.add(e)}released(e){let{app:t}=this,{tool:n}=this.tools;if(!n)return;if(e&&n.group==="edges"){let o=jn(e,n.kind.name.startsWith("quadruple"),t.puzzle);o&&t.selection.set(o)}let s=n.group==="cells"?1:2;Un(n)&&t.selection.cells.length>=s?this.place():t.tell("scene",null)}outside(e){let{app:t}=this,{tool:n}=this.tools;if(n?.group!=="outside")return;let o=n.kind.name==="little-killer"?Kn(e,this.tools.direction,t.puzzle):Bn(e,t.puzzle);o&&(t.selection.only(o.cell),this.tools.setDirection(o.direction),t.tell("selection",null),this.tools.typed!==""?this.place():this.tools.focusValue())}undo(){this.app.undoEdit()||this.app.say("Nothing to undo.")}redo(){this.app.redoEdit()||this.app.say("Nothing to redo.")}giveAs(e){this.app.edit(ce(this.app.text,e,this.app.puzzle))}look(e){this.app.selection.set(e.cells),this.app.say(`${e.text}: ${e.cells.length} cells`),this.app.tell("selection",null)}fitMargin(){this.board.setMargin(this.app.view==="set"&&this.tools.tool?.group==="outside")}history(){let e=p("Undo",()=>this.undo()),t=p("Redo",()=>this.redo()),n=()=>{e.disabled=!this.app.canUndoEdit,t.disabled=!this.app.canRedoEdit};return this.app.on("text",n),n(),c("div",{class:"row"},e,t)}frame(){let{app:e}=this,t=(n,s,o,i)=>{let l=n==="rules"?c("textarea",{rows:3}):c("input",{type:"text",autocomplete:"off"});return l.addEventListener("change",()=>e.edit(bt(e.text,n,l.value.trim(),e.puzzle))),l.addEventListener("keydown",a=>a.stopPropagation()),e.on("puzzle",()=>{document.activeElement!==l&&(l.value=o())}),C(s,l,i)};return c("details",{class:"fold"},c("summary",{},"Title, size and rules"),t("title","Title",()=>e.puzzle.title),t("author","Author",()=>e.puzzle.author),t("grid","Size",()=>e.puzzle.rows===e.puzzle.columns?String(e.puzzle.rows):`${e.puzzle.rows}x${e.puzzle.columns}`,"9, or rows x columns: 6x8"),t("digits","Digits",()=>`${e.puzzle.low}-${e.puzzle.high}`,"1-9"),t("rules","Rules in words",()=>e.puzzle.rules))}};function Jn(r,e,t){let n=new Map,s=new Map,o=Array.from({length:t.high-t.low+1},(i,l)=>t.low+l);return r.digits.forEach((i,l)=>i.forEach((a,d)=>{let u=l*t.columns+d,h=r.marks[l]?.[d]??[];a!==null?n.set(u,a):s.set(u,new Map(o.map(m=>[m,h.includes(m)?"plain":e.get(Zn(l+1,d+1,m))??"black"])))})),{digits:n,marks:s}}function Xn(r,e){let t=r.level===0?"black":r.level===1?"blue":"orange";for(let[n,s,o]of r.remove)e.set(Zn(n,s,o),t)}var Zn=(r,e,t)=>`${r} ${e} ${t}`;function Qn(r){let e=new E,t=c("div",{class:"grade",role:"status"}),n=async()=>{t.replaceChildren(c("p",{},"Grading …"));try{s(await k({ask:"grade",text:r.text},{signal:e.next()}))}catch(o){v(o)||t.replaceChildren(c("p",{},o instanceof Error?o.message:String(o)))}},s=o=>{if(o.rating===void 0){let a=o.status==="none"?"It has no solution.":o.status==="multiple"?"It has several solutions.":o.error??"It cannot be graded.";t.replaceChildren(c("p",{},a));return}let i=(a,d)=>c("div",{},c("dt",{},a),c("dd",{},d)),l=(o.census??[]).map(([a,d])=>c("tr",{},c("th",{scope:"row"},a),c("td",{},String(d))));t.replaceChildren(c("dl",{class:"facts"},i("Rating",o.rating.toFixed(1)),i("Level",o.level??""),i("Score",String(o.score??"")),i("Hardest",o.hardest??"")),c("table",{},c("tbody",{},...l)))};return r.on("text",()=>{e.stop(),t.replaceChildren()}),{element:c("details",{class:"fold",open:!0},c("summary",{},"Grade"),t),run:n}}var Ks=[["2500","slow"],["1200","medium"],["500","fast"],["150","very fast"]],Oe=class{constructor(e){this.app=e;this.buttons={first:p(re("first"),()=>this.go(0),{"aria-label":"First",title:"First"}),previous:p(re("previous"),()=>this.go(this.now-1),{"aria-label":"Previous",title:"Previous (P)","aria-keyshortcuts":"P"}),play:p("Play",()=>this.toggle(),{class:"primary","aria-pressed":"false"}),next:p(re("next"),()=>this.go(this.now+1),{"aria-label":"Next",title:"Next (N)","aria-keyshortcuts":"N"}),last:p(re("last"),()=>this.go(this.last),{"aria-label":"Last",title:"Last"})},this.slider.addEventListener("input",()=>this.go(Number(this.slider.value))),this.grade=Qn(e);let{first:t,previous:n,play:s,next:o,last:i}=this.buttons;this.element=c("div",{class:"panel understanding",id:"panel-understand"},c("div",{class:"player",role:"group","aria-label":"Step player"},t,n,s,o,i,T(Ks,"1200",l=>this.setPace(Number(l)),{"aria-label":"Pace"})),c("div",{class:"where"},this.slider,this.place),this.told,qs(),this.progress,c("details",{class:"fold",open:!0},c("summary",{},"All steps"),this.list),this.grade.element),e.on("view",l=>{l==="understand"?this.run():this.stop()}),e.on("text",()=>{this.asking.stop(),this.explained=null}),e.on("puzzle",()=>{e.view==="understand"&&this.run()})}app;element;steps=[];now=0;states=[];gone=new Map;explained=null;finished=!1;pace=1200;playing=0;asking=new E;told=c("div",{class:"now","aria-live":"polite"});list=c("ol",{class:"steps","aria-label":"Steps",start:1});progress=c("p",{class:"progress",role:"status"});slider=c("input",{type:"range",min:0,max:0,value:0,"aria-label":"Step"});place=c("output",{class:"place"},"");grade;buttons;scene(){let{app:e}=this,t=this.states[Math.max(0,this.now-1)],n=this.steps[this.now-1];return!t||this.explained!==e.text?L(e.puzzle):{...L(e.puzzle),...Jn(t,this.gone,e.puzzle),shapes:n?ke(n,e.puzzle):[]}}go(e){this.stop(),this.show(e)}get last(){return this.finished&&this.steps.length>0?this.steps.length+1:this.steps.length}async run(){let{app:e}=this;if(e.problems.length>0){this.progress.textContent="The text has mistakes: see Set.";return}if(this.explained===e.text||e.shown!==e.text)return;this.explained=e.text,[this.steps,this.states,this.gone,this.finished]=[[],[],new Map,!1],this.element.removeAttribute("data-finished"),this.list.replaceChildren(),this.show(0),this.progress.textContent="Looking for the first step …";let t=this.asking.next();try{let n=await M({ask:"explain",text:e.text,marks:!0},{signal:t,line:s=>this.add(s)});this.finished=!0,this.progress.textContent=n.why!==null?O(n):js(n.err)??`${this.steps.length} steps.`,this.element.dataset.finished="true",this.show(this.now),this.grade.run()}catch(n){if(v(n))return;this.explained=null,this.progress.textContent=n instanceof Error?n.message:String(n)}}add(e){let t=JSON.parse(e);if(t.after===void 0){this.progress.textContent=t.error??"";return}if(t.n===0){this.states=[t.after],this.show(0);return}let n=t;this.steps.push(n),Xn(n,this.gone),this.states.push(t.after);let s=this.steps.length;this.list.append(c("li",{id:`step-${s}`},p(n.short,()=>this.go(s)))),this.progress.textContent=`${s} steps so far …`,this.label()}show(e){this.now=Math.max(0,Math.min(this.last,e)),this.tellStep(),this.label(),this.app.tell("scene",null)}tellStep(){let e=this.steps[this.now-1];for(let n of this.list.querySelectorAll("[aria-current]"))n.removeAttribute("aria-current");if(!e){let n=this.now===0?"The start: what the givens leave in each cell.":"The end.";this.told.replaceChildren(c("h2",{},this.now===0?"Start":"End"),c("p",{},n));return}this.told.replaceChildren(c("h2",{},`${e.n}. ${e.technique}`),c("p",{class:"facts"},c("span",{class:`level level${Math.min(2,e.level)}`},Se(e.level)),c("span",{},`rated ${e.rating.toFixed(1)}`)),c("p",{class:"short"},e.short),c("p",{class:"long"},e.text));let t=this.list.children[this.now-1];t?.setAttribute("aria-current","step"),t&&(this.list.scrollTop=t.offsetTop-this.list.clientHeight/2)}label(){let{first:e,previous:t,next:n,last:s}=this.buttons;e.disabled=t.disabled=this.now===0,n.disabled=s.disabled=this.now>=this.last,this.slider.max=String(this.last),this.slider.value=String(this.now),this.place.textContent=`${this.now} of ${this.last}`}setPace(e){this.pace=e,this.playing!==0&&(this.stop(),this.toggle())}toggle(){if(this.playing!==0){this.stop();return}this.now>=this.last&&this.show(0),this.buttons.play.textContent="Pause",this.buttons.play.setAttribute("aria-pressed","true"),this.told.setAttribute("aria-live","off"),this.playing=window.setInterval(()=>{this.now>=this.last?this.stop():this.show(this.now+1)},this.pace)}stop(){window.clearInterval(this.playing),this.playing=0,this.buttons.play.textContent="Play",this.buttons.play.setAttribute("aria-pressed","false"),this.told.setAttribute("aria-live","polite")}};function js(r){let e=r.at(-1)?.replace(/^<stdin>: /,"");return e===void 0?null:e.startsWith("the puzzle has no solution")?oe:W(e)}function qs(){let r=(e,t)=>c("li",{},c("span",{class:`legend-dot ${e}`,"aria-hidden":"true"}),t);return c("ul",{class:"legend","aria-label":"Candidates that are gone"},r("black","obvious"),r("blue","one rule alone"),r("orange","several rules"),c("li",{},c("span",{class:"legend-strike","aria-hidden":"true"},"5"),"erased now"))}var ot=[["play","Play"],["set","Set"],["understand","Understand"],["programs","Programs"]];function Vs(){let r=B("said"),e=new ge(y=>{r.textContent=y}),t=new we(e.puzzle);B("place").append(t.element);let n=new Ce(e),s=new Te(e,t),o=new Oe(e),i=new Ae(e),l={play:n.element,set:s.element,understand:o.element,programs:i.element};B("panels").append(...Object.values(l));let a=()=>e.view==="set"?s.scene():e.view==="understand"?o.scene():n.scene(),d=!1,u=()=>{d||(d=!0,queueMicrotask(()=>{d=!1,t.draw(a(),e.selection)}))};e.on("scene",u),e.on("selection",u),e.on("puzzle",y=>{t.setPicture(y,e.picture),document.title=y.title===""?"Pencilmark":`${y.title} · Pencilmark`});let h=Us(e,l),m=hn(),f=fn(e);Ys(e,{open:f,share:cn(e),write:dn(e),help:m}),Xs(e),Js(e,y=>{t.setPicture(e.puzzle,y),t.draw(a(),e.selection)}),Zs(e,t,n,s,u);let g=eo(e,t,{playing:n,setting:s,understanding:o,help:m,draw:u});document.addEventListener("keydown",y=>{if(y.defaultPrevented||Kt()||Qs(y))return;let S=mn(y);S&&g(S)&&y.preventDefault()}),document.addEventListener("visibilitychange",()=>document.hidden&&e.keepProgress()),Ws(e,s,h)}async function Ws(r,e,t){try{await r.loadKinds(),e.tools.load()}catch(i){r.say(i instanceof Error?i.message:String(i))}let n=await Y(location.hash),s=Ct();try{await r.open(n??s?.text??be[0]?.text??`grid 9
`,!0,n===null?s?.played??null:null)}catch(i){r.say(i instanceof Error?i.message:String(i))}n===null&&location.hash.startsWith("#p=")&&(history.replaceState(null,"",location.pathname),r.say("This link is broken; here is the puzzle that was open before."));let o=ot.find(([i])=>i===s?.view)?.[0]??"play";t(n===null?o:"play"),window.addEventListener("hashchange",()=>{Y(location.hash).then(i=>i===null?void 0:r.open(i,!0))}),document.documentElement.dataset.ready="true"}function Us(r,e){let t=ot.map(([s,o])=>p(o,()=>r.setView(s),{role:"tab",id:`tab-${s}`,"aria-controls":`panel-${s}`,"aria-selected":"false"})),n=B("tabs");n.append(...t),n.addEventListener("keydown",s=>{let o=s.key==="ArrowRight"?1:s.key==="ArrowLeft"?-1:0;if(o===0)return;s.preventDefault();let i=t.findIndex(a=>a===document.activeElement),l=t[(i+o+t.length)%t.length];l?.focus(),l?.click()});for(let[s,o]of Object.entries(e))o.setAttribute("role","tabpanel"),o.setAttribute("aria-labelledby",`tab-${s}`),o.hidden=!0;return r.on("view",s=>{ot.forEach(([o],i)=>{t[i]?.setAttribute("aria-selected",String(o===s)),t[i]&&(t[i].tabIndex=o===s?0:-1),e[o].hidden=o!==s}),document.body.dataset.view=s}),s=>r.setView(s)}function Ys(r,e){B("actions").append(p("Open",e.open),p("Share",e.share),p("Export",e.write),p("Print",()=>{er(r)}),p("Keys",e.help,{"aria-keyshortcuts":"?"}))}async function er(r){await r.loadPaper().catch(()=>{}),window.print()}function Js(r,e){let t=document.documentElement;window.addEventListener("beforeprint",()=>{t.dataset.theme="light",r.paper!==null&&e(r.paper)}),window.addEventListener("afterprint",()=>{t.dataset.theme=r.dark?"dark":"light",e(r.picture)}),window.addEventListener("keydown",n=>{n.key.toLowerCase()!=="p"||!(n.ctrlKey||n.metaKey)||n.shiftKey||n.altKey||(n.preventDefault(),n.stopPropagation(),er(r))},{capture:!0})}function Xs(r){let e=p("",()=>r.changeSettings({theme:r.dark?"light":"dark"}),{id:"theme"}),t=()=>{document.documentElement.dataset.theme=r.dark?"dark":"light",e.textContent=r.dark?"Light":"Dark",e.setAttribute("aria-label",r.dark?"Light colours":"Dark colours")},n=r.dark,s=()=>{t(),n!==r.dark&&r.refresh(),n=r.dark};r.on("settings",s),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",s),B("actions").append(e),t()}function Zs(r,e,t,n,s){let{selection:o}=r;Pn(e,()=>r.puzzle,{start:(i,l)=>{let a=l&&o.has(i)?"remove":"add";return l?a==="remove"?o.remove(i):o.add(i):o.only(i),e.draw(L(r.puzzle),o),e.focus(o),s(),a},over:(i,l)=>{l==="remove"?o.remove(i):r.view==="set"?n.over(i):o.add(i),s()},end:(i,l)=>{e.focus(o),r.view==="set"&&!l&&n.released(i)},get special(){return r.view==="play"},alike:i=>{o.set(t.alike(i)),o.cursor=i,r.say(`${o.cells.length} cells alike`),s()},outside:i=>{r.view==="set"&&n.outside(i)}})}function Qs(r){let e=r.target instanceof Element?r.target:null;return e?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")?!0:!!((r.key===" "||r.key==="Enter"||r.key.startsWith("Arrow")&&e?.closest("[role=tablist]"))&&e?.closest("button, a, summary, input, [role=tab]"))}function eo(r,e,{playing:t,setting:n,understanding:s,help:o,draw:i}){let{selection:l}=r,a=()=>{e.draw(L(r.puzzle),l),e.focus(l),i()};e.onFocus(h=>{h!==l.cursor&&(l.cursor=h,i())});let d=()=>{l.cells.length===0&&e.hasFocus&&l.only(l.cursor)},u=()=>Array.from({length:r.puzzle.rows*r.puzzle.columns},(h,m)=>m);return h=>{if(r.view==="programs")return h.do==="help"?(o(),!0):!1;switch(h.do){case"enter":return d(),r.view==="set"?n.digit(h.digit):r.view==="play"&&t.type(h.layer??r.layer,h.digit),!0;case"move":return l.move(h.down,h.right,h.extend,r.puzzle),a(),!0;case"edge":{let m=w(l.cursor,r.puzzle),f=x(m,h.end?r.puzzle.columns-1:0,r.puzzle)??0;return h.extend?l.add(f):l.only(f),a(),!0}case"mode":return r.setLayer(h.layer),!0;case"next-mode":{let m=q.findIndex(({layer:g})=>g===r.layer),f=q[(m+(h.back?q.length-1:1))%q.length];return f&&r.setLayer(f.layer),!0}case"filter":return t.toggleFilter(h.digit),!0;case"clear":return d(),r.view==="set"?n.clear():r.view==="play"&&t.clear(),!0;case"undo":return r.view==="set"?n.undo():t.undo(),!0;case"redo":return r.view==="set"?n.redo():t.redo(),!0;case"all":return l.set(u()),i(),!0;case"none":return l.none(),i(),!0;case"invert":return l.invert(r.puzzle),i(),!0;case"hint":return r.view!=="play"&&r.setView("play"),t.hint.next(),!0;case"next-step":case"previous-step":return r.view!=="understand"&&r.setView("understand"),s.go(s.now+(h.do==="next-step"?1:-1)),!0;case"place":return r.view!=="set"?!1:(n.place(),!0);case"next-list":return r.view!=="set"?!1:(n.nextList(),!0);case"help":return o(),!0}}}Vs();})();
